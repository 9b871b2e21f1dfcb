// What all forms share: header, list, overview, saving, going on from a file, printing.
// A form's own script (review.js, committee.js) gives `kind`, and calls `begin(kind)`.
"use strict";

const form = JSON.parse(document.getElementById("form").textContent);
const drafts = form.drafts;
const total = drafts.length;

const LONGEST_FILE = 64 * 1024 * 1024; // bytes; no saved file is as large
const PART = 20000; // characters of a text that are laid out at once
const MANY = 200; // lines of a transcript, from which on those in view alone are laid out
const LATE = 60000; // milliseconds: some browsers read a download long after the click

const ICONS = {
  shield: "M12 3l7 3v5c0 4.6-2.9 8.1-7 10-4.1-1.9-7-5.4-7-10V6zM12 8v5M12 16v.1",
  check: "M5 12.5l4.5 4.5L19 7.5",
  pencil: "M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5",
  circle: "M12 4.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15z",
  question: "M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM9.5 9.5a2.5 2.5 0 113.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1",
  alert: "M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 8v5M12 16v.1",
  good: "M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM8.5 12.3l2.5 2.4 4.5-4.8",
  folder: "M3.5 18V6a1 1 0 011-1h4.5l2 2.5h8.5a1 1 0 011 1V18a1 1 0 01-1 1h-15a1 1 0 01-1-1z",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 19.5h15",
  list: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1",
  left: "M19 12H5M11 6l-6 6 6 6",
  right: "M5 12h14M13 6l6 6-6 6",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3",
  print: "M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6H7z",
  back: "M9 5L4.5 9.5 9 14M5 9.5h9a5 5 0 010 10h-3",
  page: "M7 3.5h7l4 4v13H7zM9.5 14l2 2 3.5-4",
  half: "M12 4.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15z",
};

// ---- elements

function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  add(made, children);
  return made;
}

function add(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) parent.append(child);
  }
}

function icon(name, className) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon ${className || ""}`);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  if (name === "half") {
    const filled = document.createElementNS(space, "path");
    filled.setAttribute("d", "M12 4.5a7.5 7.5 0 010 15z");
    filled.setAttribute("class", "filled");
    svg.append(filled);
  }
  return svg;
}

function empty(element) {
  while (element.firstChild) element.firstChild.remove();
  return element;
}

function button(words, click, { picture, after, className, ...more } = {}) {
  return el(
    "button",
    { type: "button", class: `button ${className || ""}`, click, ...more },
    picture && icon(picture),
    words && el("span", {}, words),
    after && icon(after),
  );
}

function heading(words, level) {
  return el(level || "h2", { tabindex: "-1", id: "heading" }, words);
}

function plural(number, one, many) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many || `${one}s`}`;
}

function isAre(number) {
  return number === 1 ? "is" : "are";
}

// ---- texts are texts

/** Put a text into an element, in parts, so that a long one does not hold up the page. */
function fill(element, text) {
  const plain = text.replace(/\r\n?/g, "\n");
  for (let start = 0; start < plain.length; ) {
    let end = plain.length;
    if (end - start > PART) {
      end = plain.indexOf("\n", start + PART - 1) + 1 || plain.length;
    }
    const whole = start === 0 && end === plain.length;
    element.append(el("div", { class: whole ? "part" : "part one-of-many", dir: "auto" }, plain.slice(start, end)));
    start = end;
  }
  return element;
}

const HEADINGS = /^\W*(?:subjective|objective|assessment|plan|other)\W*$/i;

/** Return the first line of a draft that says something, to know it again by. */
function excerpt(draft) {
  if (draft.text === null) return "";
  const lines = draft.text.slice(0, 4000).split(/[\r\n]+/);
  const line = lines.find((one) => one.trim() && !HEADINGS.test(one)) || lines.find((one) => one.trim());
  return (line || "").trim().slice(0, 240);
}

const SPEAKER = /^(clinician|patient|caregiver)\s*:\s*/i;

/** Return who says a line of a transcript, where it begins with that, and what. */
function spoken(line) {
  const found = SPEAKER.exec(line);
  if (!found) return ["", line];
  const who = found[1];
  return [who[0].toUpperCase() + who.slice(1).toLowerCase(), line.slice(found[0].length)];
}

function talk(lines) {
  const said = el("div", { class: "said", lang: "" });
  const named = lines.some((line) => SPEAKER.test(line));
  for (const line of lines) {
    const [who, what] = spoken(line);
    const row = el("div", { class: `turn${named ? " named" : ""}${lines.length > MANY ? " one-of-many" : ""}` });
    if (who) row.append(el("span", { class: "who", lang: "en" }, who), " ");
    row.append(fill(el("div", { class: "what" }), what));
    said.append(row);
  }
  return said;
}

/** Return the panes of a draft: its note and, where the form has it, the transcript. */
function notePane(draft) {
  const where = draft.text === null ? `You have the text of draft ${draft.number} elsewhere.` : null;
  const text = where
    ? el("div", { class: "text" }, el("p", { class: "second" }, where))
    : fill(el("div", { class: "text", lang: "" }), draft.text);
  return pane("note", "Drafted note", text);
}

function talkPane(draft) {
  const lines = draft.transcript;
  const said = lines.length ? talk(lines) : el("p", { class: "second" }, "There is no transcript of this draft.");
  return pane("talk", "Transcript", el("div", { class: "text" }, said));
}

function pane(className, title, text) {
  text.setAttribute("tabindex", "0");
  text.setAttribute("role", "region");
  text.setAttribute("aria-label", title);
  return el("section", { class: `pane ${className}` }, el("h3", {}, title), text);
}

// ---- where the page is at

let kind = null;
let view = "start";
let at = 0;
let onlyOpen = false;
let keys = true;
const saved = new Map(); // number of a draft -> what the last file that was saved or opened says
const sentBack = new Map(); // number of a draft -> why it is to be answered again
const rows = new Map(); // number of a draft -> its row in the list
const parts = {};

function answered() {
  return drafts.filter((draft) => kind.said(draft)).length;
}

function unsaved() {
  return drafts.filter((draft) => kind.said(draft) !== (saved.get(draft.number) || "")).length;
}

function toAnswer() {
  return drafts.filter((draft) => !kind.said(draft));
}

/** Return the index of the next draft to answer, after this one and then from the start. */
function nextOpen(from) {
  for (let step = 1; step <= total; step += 1) {
    const index = (from + step) % total;
    if (!kind.said(drafts[index])) return index;
  }
  return -1;
}

function firstOpen() {
  const back = drafts.findIndex((draft) => !kind.said(draft) && sentBack.has(draft.number));
  return back >= 0 ? back : drafts.findIndex((draft) => !kind.said(draft));
}

function say(words) {
  parts.status.textContent = words;
}

function count() {
  return `${answered().toLocaleString("en")} of ${total.toLocaleString("en")} answered`;
}

// ---- the frame

function frame() {
  parts.status = el("p", { role: "status", class: "away" }, `${count()}.`);
  parts.count = el("b", {});
  parts.left = el("span", {});
  parts.done = el("div", { class: "done" });
  parts.state = el("p", { class: "state" });
  parts.save = button("Save answers", save, { picture: "download", className: "save" });
  parts.file = el("input", { type: "file", class: "file", hidden: true, autocomplete: "off", change: chosen });
  parts.message = el("div", { class: "messages" });
  parts.list = el("ul", { class: "rows" });
  parts.filters = [false, true].map((open) =>
    button("", () => filter(open), { className: "segment", "aria-pressed": String(open === onlyOpen) }),
  );
  parts.main = el("main", { id: "main" });
  const header = el(
    "header",
    { class: "top" },
    document.querySelector(".banner"),
    el("div", { class: "bar" }, titles(), progress(), saving()),
  );
  const list = el(
    "nav",
    { class: "list", "aria-label": "Drafts" },
    el("div", { class: "segments", role: "group", "aria-label": "Which drafts" }, parts.filters),
    parts.list,
    kind.keys && keysBox("list-keys"),
    el("p", { class: "offline" }, icon("lock"), "Works offline. Nothing is kept in the browser: save before you close."),
  );
  const skip = el("a", { class: "skip", href: "#main", click: skipped }, "To the draft");
  document.body.append(skip, parts.status, header, parts.message, el("div", { class: "body" }, list, parts.main), parts.file);
}

function skipped(event) {
  event.preventDefault();
  const where = document.getElementById("heading");
  if (where) where.focus();
}

function titles() {
  const who = [form.round, form.who].filter(Boolean);
  const line = who.flatMap((words, n) => (n ? [" · ", el("bdi", {}, words)] : [el("bdi", {}, words)]));
  return el("div", { class: "titles" }, el("h1", {}, form.title), el("p", {}, line));
}

function progress() {
  return el(
    "div",
    { class: "progress" },
    el("p", {}, parts.count, parts.left),
    el("div", { class: "track" }, parts.done),
  );
}

function saving() {
  return el("div", { class: "saving" }, parts.state, continueButton("wide"), parts.save);
}

function continueButton(className) {
  return button("Continue from a saved file", () => parts.file.click(), { picture: "folder", className });
}

function keysBox(id) {
  const box = el("input", { type: "checkbox", id, autocomplete: "off", change: () => setKeys(box.checked) });
  box.checked = keys;
  return el("p", { class: "keys" }, box, el("label", { for: id }, "Keys 1, 2, 3 and arrows"));
}

function setKeys(on) {
  keys = on;
  for (const box of document.querySelectorAll(".keys input")) box.checked = on;
}

function listRow(draft, index) {
  const row = el(
    "button",
    { type: "button", class: "row", click: () => open(index) },
    el("span", { class: "number" }, `Draft ${draft.number}`),
    " ",
    el("span", { class: "mark" }),
  );
  rows.set(draft.number, row);
  return el("li", {}, row);
}

function mark(draft) {
  const { picture, words } = kind.mark(draft);
  const row = rows.get(draft.number);
  const place = empty(row.querySelector(".mark"));
  add(place, [icon(picture), words]);
  row.classList.toggle("open", !kind.said(draft));
}

function filter(open) {
  onlyOpen = open;
  tellAll();
}

function listed() {
  for (const [index, draft] of drafts.entries()) {
    const hidden = onlyOpen && kind.said(draft) && !(view === "draft" && index === at);
    rows.get(draft.number).parentElement.hidden = hidden;
  }
}

/** Show what follows from the answers; of the list, one row alone unless more have changed. */
function tell(draft) {
  const number = answered();
  const left = total - number;
  const news = unsaved();
  parts.count.textContent = count();
  parts.left.textContent = left ? `${left.toLocaleString("en")} left` : "none left";
  parts.done.style.width = `${(100 * number) / total}%`;
  parts.filters[0].textContent = `All ${total.toLocaleString("en")}`;
  parts.filters[1].textContent = `To answer ${left.toLocaleString("en")}`;
  parts.filters[0].setAttribute("aria-pressed", String(!onlyOpen));
  parts.filters[1].setAttribute("aria-pressed", String(onlyOpen));
  parts.save.classList.toggle("primary", news > 0);
  empty(parts.state);
  parts.state.className = "state";
  if (news) {
    parts.state.classList.add("warning");
    add(parts.state, [icon("alert"), `${plural(news, "answer")} not saved`]);
  } else if (saved.size) {
    parts.state.classList.add("good");
    add(parts.state, [icon("good"), parts.opened ? "Nothing new to save" : "All answers saved"]);
  }
  if (draft) mark(draft);
}

function tellAll() {
  for (const draft of drafts) mark(draft);
  listed();
  tell();
}

// ---- views

function show(name, content, { focus = true } = {}) {
  view = name;
  document.body.dataset.view = name;
  const row = rows.get(drafts[at].number);
  for (const other of parts.list.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  if (name === "draft") row.setAttribute("aria-current", "true");
  listed();
  empty(parts.main);
  add(parts.main, [content]);
  if (name === "draft") inView(row);
  else window.scrollTo(0, 0);
  const where = focus && (parts.main.querySelector("[data-first]") || document.getElementById("heading"));
  if (where) where.focus({ preventScroll: true });
}

/** Scroll the list, and nothing else, so that a row is seen. */
function inView(row) {
  window.scrollTo(0, 0);
  const list = parts.list;
  const item = row.parentElement;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + item.offsetHeight - list.clientHeight;
  }
}

function open(index) {
  at = index;
  quiet();
  const draft = drafts[index];
  show("draft", kind.draftView(draft, index));
  say(`Draft ${draft.number}: ${kind.mark(draft).words}. ${count()}.`);
}

/** Go to the next draft in the order, or with "To answer" to the next to answer. */
function go(step) {
  let index = at + step;
  while (onlyOpen && drafts[index] && kind.said(drafts[index])) index += step;
  if (drafts[index]) open(index);
  else if (step > 0) overview();
}

function moves(className) {
  const previous = button("", () => go(-1), { picture: "left", className: "step", "aria-label": "Previous" });
  const following = button(className === "above" ? "" : "Next", () => go(1), {
    after: "right",
    className: "step next",
    "aria-label": "Next",
  });
  return el("div", { class: `moves ${className}` }, previous, following);
}

function startView() {
  const what = form.transcript ? "Read each note, compare it with the transcript" : "Read each note";
  return el(
    "div",
    { class: "card start" },
    heading(kind.toDo),
    el("p", { class: "lead" }, kind.lead(what)),
    kind.meanings && meanings(),
    el("p", { class: "offline" }, icon("lock"), "Works offline. Nothing is kept in this browser: save before you close the page."),
    el(
      "div",
      { class: "actions" },
      button("Start", () => open(Math.max(0, firstOpen())), { after: "right", className: "primary", "data-first": true }),
      continueButton(""),
    ),
  );
}

function meanings() {
  const lines = kind.meanings.map(([word, meaning]) => [el("dt", {}, word), el("dd", {}, el("bdi", {}, meaning))]);
  return el("dl", { class: "meanings" }, lines.map((pair) => el("div", {}, pair)));
}

function overview() {
  const open_ = toAnswer();
  const done = drafts.filter((draft) => kind.said(draft));
  const first = firstOpen();
  const taken = parts.opened;
  const goOn =
    first >= 0
      ? button(`Answer draft ${drafts[first].number}`, () => open(first), {
          after: "right",
          className: taken ? "primary" : "",
          "data-first": true,
        })
      : unsaved() > 0 && button("Save answers", save, { picture: "download", className: "primary", "data-first": true });
  const left = open_.length
    ? `${open_.length} ${isAre(open_.length)} still to answer. You can save now and go on another day.`
    : unsaved()
      ? "All are answered. Save them, and send the file back."
      : "All are answered and saved. Send the file back.";
  const top = taken
    ? el(
        "div",
        { class: "taken" },
        icon("good"),
        el(
          "div",
          {},
          heading(`${plural(done.length, "answer is back", "answers are back")}. ${open_.length ? `${plural(open_.length, "draft needs", "drafts need")} you.` : "No draft needs you."}`),
          el("p", {}, "Taken from ", el("bdi", {}, taken), ". That file was not changed."),
        ),
        goOn,
      )
    : el(
        "div",
        { class: "head" },
        el("div", {}, heading("All drafts"), el("p", {}, left)),
        el("div", { class: "actions" }, button("Print", print, { picture: "print", className: "plain" }), goOn),
      );
  const marked = taken || sentBack.size > 0;
  show(
    "all",
    el(
      "div",
      { class: "all" },
      top,
      el("div", { class: "narrow actions" }, continueButton("")),
      el(
        "div",
        { class: "cards" },
        open_.length > 0 && card(taken ? "Needs you" : "Still to answer", open_, marked, "open"),
        done.length > 0 && card("Answered", done, false, "closed"),
      ),
      el("div", { class: "narrow" }, kind.keys && keysBox("all-keys"), kind.meanings && meanings()),
      taken && el("div", { class: "actions" }, button("Print", print, { picture: "print", className: "plain" })),
    ),
  );
  say(`${count()}.`);
}

function card(title, of, marked, className) {
  const list = of.map((draft) => {
    const { picture, words } = kind.mark(draft);
    const back = sentBack.get(draft.number);
    const open_ = !kind.said(draft);
    const lines = el("span", { class: "lines", lang: "" }, el("bdi", { class: "excerpt" }, excerpt(draft)));
    if (marked) lines.append(" ", el("span", { class: "why", lang: "en" }, back || "Not answered yet."));
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: `item ${back && open_ ? "back" : ""}`, click: () => open(drafts.indexOf(draft)) },
        open_ && icon(back ? "back" : picture),
        el("span", { class: "number" }, `Draft ${draft.number}`),
        " ",
        lines,
        " ",
        open_
          ? marked && el("span", { class: "mark" }, back ? "Sent back" : words === "To answer" ? "Missing" : words)
          : el("span", { class: "mark" }, icon(picture), words),
      ),
    );
  });
  return el(
    "section",
    { class: `card ${className}` },
    el("h3", {}, title, " ", el("span", {}, of.length.toLocaleString("en"))),
    el("ul", {}, list),
  );
}

// ---- saving

/** Return a text as pure ASCII, which every mail system passes on as it is. */
function asText(value) {
  const text = JSON.stringify(value, null, 1);
  return `${text.replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}

function fileName() {
  return `${form.file}-${answered()}-of-${total}.json`;
}

function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = el("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), LATE);
}

function save() {
  const half = kind.half ? kind.half().length : 0;
  if (!answered()) {
    message("alert", "There is no complete answer to save yet.");
    return;
  }
  const text = asText(kind.toSave());
  const name = fileName();
  saved.clear();
  for (const draft of drafts) if (kind.said(draft)) saved.set(draft.number, kind.said(draft));
  parts.opened = "";
  quiet();
  download(text, name);
  tell();
  show("saved", savedView(text, name, half));
  say(`Saved. ${count()}.`);
}

function savedView(text, name, half) {
  const left = toAnswer();
  const all = left.length === 0;
  const first = firstOpen();
  const again = button("Save again", () => download(text, name), {});
  const copied = el("textarea", { readonly: true, rows: "6", spellcheck: "false", autocomplete: "off", "aria-label": "Answers as text" });
  copied.value = text;
  const steps = all
    ? [
        ["1", "Open the mail that brought you this form and choose Reply", "It goes to the coordinator who sent it."],
        ["2", "Attach the file", "Drag it from Downloads, or use the paper clip. Do not open or rename it."],
        ["3", "Send", "The file holds your decisions and the study’s codes, no text of a draft."],
      ]
    : [
        [icon("right"), "To go on now", `Choose “Answer draft ${drafts[first].number}”. Your answers are still here.`],
        [icon("folder"), "To go on later", "Open this form again, choose “Continue from a saved file” and pick this file."],
      ];
  return el(
    "div",
    { class: "card saved" },
    el(
      "div",
      { class: "said-so" },
      icon("good", "large"),
      el(
        "div",
        {},
        heading(all ? `All ${plural(total, "draft")} are answered`.replace("All 1 draft are", "The draft is") : `${answered()} of ${plural(total, "answer is", "answers are")} saved`),
        el(
          "p",
          {},
          all ? "One thing is left: send the file back." : `${plural(left.length, "draft is", "drafts are")} still to answer, now or on another day.`,
          half > 0 && ` ${plural(half, "half done is", "half done are")} not in the file.`,
        ),
      ),
    ),
    el(
      "div",
      { class: all ? "got whole" : "got" },
      icon("page", "good"),
      el("div", {}, el("b", {}, name), el("p", {}, "In your Downloads folder, unless your browser asked where.")),
      again,
    ),
    el("ol", { class: "steps" }, steps.map(([sign, title, words]) => el("li", {}, el("span", { class: typeof sign === "string" ? "sign" : "sign bare", "aria-hidden": "true" }, sign), el("div", {}, el("b", {}, title), el("p", {}, words))))),
    el(
      "div",
      { class: "actions" },
      all
        ? button("Back to the drafts", overview, { picture: "left", "data-first": false })
        : button(`Answer draft ${drafts[first].number}`, () => open(first), { after: "right", className: "primary", "data-first": true }),
      el("p", { class: "second" }, all ? "To change an answer, go back, change it and save again. Then send only the newest file." : `Mail the file back when it says ${total} of ${total}, or earlier if you are asked to.`),
    ),
    el(
      "details",
      { class: "copy" },
      el("summary", {}, "No file came? Copy the answers as text"),
      el("p", { class: "second" }, "Paste all of it into the mail."),
      copied,
      button("Copy", () => copy(copied), {}),
    ),
  );
}

function copy(area) {
  area.focus();
  area.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch (error) {
    done = false;
  }
  say(done ? "Copied." : "Copy the marked text with the keyboard.");
}

// ---- going on from a saved file

function message(picture, words) {
  quiet();
  parts.message.append(
    el(
      "div",
      { class: "message", role: "alert" },
      icon(picture),
      el("p", {}, words),
      button("Close", quiet, { className: "plain" }),
    ),
  );
}

function quiet() {
  if (parts.message) empty(parts.message);
}

function chosen() {
  const file = parts.file.files[0];
  if (!file) return;
  if (file.size > LONGEST_FILE) {
    parts.file.value = "";
    message("alert", NOT_OURS);
    return;
  }
  const reader = new FileReader();
  reader.addEventListener("load", () => received(reader.result, file.name));
  reader.addEventListener("error", () => message("alert", "This file cannot be read."));
  reader.readAsText(file);
  parts.file.value = "";
}

const NOT_OURS = "This is not a file that this form saved. Nothing was taken from it.";

function received(text, name) {
  let given = null;
  try {
    given = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    given = null;
  }
  const found = kind.read(given);
  if (typeof found === "string") {
    message("alert", found);
    return;
  }
  const unlike = drafts.filter((draft) => {
    const other = found.answers.get(draft.number);
    return other !== undefined && kind.said(draft) && other !== kind.said(draft);
  });
  if (unlike.length) ask(found, name, unlike);
  else take(found, name, true);
}

function ask(found, name, unlike) {
  quiet();
  show(
    "question",
    el(
      "div",
      { class: "card question" },
      heading(`${plural(unlike.length, "draft has", "drafts have")} another answer in the file`),
      el("p", { class: "lead" }, el("bdi", {}, name), " and this page differ on ", numbers(unlike), ". Which answers are to count?"),
      el(
        "div",
        { class: "actions" },
        button("Those on this page", () => take(found, name, false)),
        button("Those in the file", () => take(found, name, true)),
        button("Cancel", overview, { className: "plain" }),
      ),
    ),
  );
}

function numbers(of) {
  const shown = of.slice(0, 12).map((draft) => draft.number);
  const more = of.length - shown.length;
  return `${of.length === 1 ? "draft" : "drafts"} ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function take(found, name, theirs) {
  saved.clear();
  for (const draft of drafts) {
    const other = found.answers.get(draft.number);
    if (other !== undefined) {
      saved.set(draft.number, other);
      if (theirs || !kind.said(draft)) kind.set(draft, other);
    }
  }
  for (const [number, why] of found.back) sentBack.set(number, why);
  kind.keep(found);
  parts.opened = name;
  quiet();
  tellAll();
  overview();
}

// ---- printing

function print() {
  paper();
  window.print();
}

function paper() {
  clearPaper();
  const sheet = el(
    "div",
    { id: "paper" },
    el("p", { class: "notice" }, form.notice),
    el("h1", {}, form.title),
    el("p", {}, [form.round, form.who, count()].filter(Boolean).join(" · ")),
    el("p", { class: "reading" }, "Printed for reading. A printed page cannot be counted: please send the saved file."),
  );
  for (const draft of drafts) {
    const body = [
      draft.text === null
        ? el("div", { class: "text" }, `You have the text of draft ${draft.number} elsewhere.`)
        : fill(el("div", { class: "text", lang: "" }), draft.text),
    ];
    if (form.transcript) {
      body.push(el("div", { class: "talk" }, el("h3", {}, "Transcript"), talk(draft.transcript)));
    }
    sheet.append(
      el(
        "section",
        {},
        el("div", { class: "head" }, el("h2", {}, `Draft ${draft.number}`, !kind.said(draft) && el("span", {}, "not answered")), kind.printed(draft)),
        el("div", { class: form.transcript ? "two" : "one" }, body),
        kind.printedMore && kind.printedMore(draft),
      ),
    );
  }
  document.body.append(sheet);
}

function clearPaper() {
  const sheet = document.getElementById("paper");
  if (sheet) sheet.remove();
}

function box(words, ticked) {
  return el("span", { class: ticked ? "box ticked" : "box" }, el("i", {}, ticked ? "☒" : "☐"), words);
}

// ---- begin

function typing(target) {
  return target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select") !== null;
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (view !== "draft" || typing(event.target)) return;
  const pages = { ArrowUp: -0.1, ArrowDown: 0.1, PageUp: -0.9, PageDown: 0.9 };
  const idle = event.target === document.body || event.target.id === "heading";
  if (idle && event.key in pages) {
    // the heading has the focus after a move: these keys are for the note
    const note = parts.main.querySelector(".note .text");
    if (note && note.scrollHeight > note.clientHeight) {
      note.scrollTop += pages[event.key] * note.clientHeight;
      event.preventDefault();
    }
    return;
  }
  if (!keys || !kind.keys) return;
  if (event.key === "ArrowLeft" && !event.shiftKey) go(-1);
  else if (event.key === "ArrowRight" && !event.shiftKey) go(1);
  else if (!kind.key(event)) return;
  event.preventDefault();
}

function begin(given) {
  kind = given;
  document.getElementById("bare").remove();
  frame();
  add(parts.list, drafts.map(listRow));
  for (const draft of drafts) if (draft.again) sentBack.set(draft.number, draft.again);
  tellAll();
  show("start", startView());
  document.addEventListener("keydown", pressed);
  window.addEventListener("beforeprint", () => {
    if (!document.getElementById("paper")) paper();
  });
  window.addEventListener("afterprint", clearPaper);
  window.addEventListener("beforeunload", (event) => {
    if (unsaved() === 0 && !(kind.half && kind.half().length)) return;
    event.preventDefault();
    event.returnValue = "";
  });
}
