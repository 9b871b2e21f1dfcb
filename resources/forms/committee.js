// The committee's form: why reviewers differ, and whether it was adjudicated.
"use strict";

const REASONS = {
  clinical_interpretation: "Clinical interpretation",
  evidence_quality: "Evidence quality",
  guideline_ambiguity: "Guideline ambiguity",
  label_definition: "Label definition",
  reviewer_error: "Reviewer error",
  other: "Other",
};
const OPINIONS = { accept: ["check", "Accept"], revise: ["pencil", "Revise"], unclear: ["question", "Unclear"] };
const NONE = "none"; // "no reason", where the reviewers agree
const FIELDS = ["adjudicated", "draft", "draft_revision", "reason", "token"];

let carried = []; // decisions on drafts that this form does not have
const decided = new Map(); // number of a draft -> {reason, adjudicated}, each undefined until chosen

function decision(draft) {
  return decided.get(draft.number) || {};
}

function said(draft) {
  const { reason, adjudicated } = decision(draft);
  return reason === undefined || adjudicated === undefined ? "" : `${reason} ${adjudicated}`;
}

function isHalf(draft) {
  const { reason, adjudicated } = decision(draft);
  return (reason === undefined) !== (adjudicated === undefined);
}

function choose(draft, part) {
  decided.set(draft.number, { ...decision(draft), ...part });
  parts.opened = "";
  tell(draft);
  left(draft);
  say(`Draft ${draft.number}: ${kindMark(draft).words}. ${count()}.`);
}

/** Say beside each question that it is still to be chosen, where only the other is. */
function left(draft) {
  const { reason, adjudicated } = decision(draft);
  const half = isHalf(draft);
  document.getElementById("left-reason").hidden = !half || reason !== undefined;
  document.getElementById("left-adjudicated").hidden = !half || adjudicated !== undefined;
}

function kindMark(draft) {
  if (said(draft)) return { picture: "check", words: "Answered" };
  if (isHalf(draft)) return { picture: "half", words: "Half done" };
  return sentBack.has(draft.number) ? { picture: "back", words: "Sent back" } : { picture: "circle", words: "To answer" };
}

function option(draft, name, value, words, { closed = false, wide = false } = {}) {
  const now = decision(draft)[name];
  const input = el("input", {
    type: "radio",
    name,
    autocomplete: "off",
    disabled: closed,
    change: () => choose(draft, { [name]: value }),
  });
  input.checked = now === value;
  return el("label", { class: `option${wide ? " across" : ""}${closed ? " closed" : ""}` }, input, el("span", {}, words));
}

function question(id, words, options) {
  const hint = el("span", { id: `left-${id}`, class: "left-over", hidden: true }, icon("alert"), "still to choose");
  return el("fieldset", {}, el("legend", {}, words, " ", hint), el("div", { class: "options" }, options));
}

function opinions(draft) {
  const lines = draft.opinions.map(([word, reason, adjudicated], n) => {
    const [picture, words] = OPINIONS[word];
    const more = [reason === null ? "No reason given" : REASONS[reason], adjudicated && "adjudicated"];
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, `Reviewer ${n + 1}`),
      el("td", {}, icon(picture), el("b", {}, words)),
      el("td", {}, more.filter(Boolean).join(", ")),
    );
  });
  return el("table", {}, el("tbody", {}, lines));
}

function questions(draft) {
  const agree = draft.agree;
  const why = agree ? "They agree: is there a reason?" : "Why do they differ?";
  const reasons = Object.entries(REASONS).map(([code, words]) => option(draft, "reason", code, words, { closed: agree }));
  const none = option(draft, "reason", NONE, agree ? "No reason" : "No reason (only where the reviewers agree)", {
    closed: !agree,
    wide: true,
  });
  const adjudicated = [
    option(draft, "adjudicated", true, "Adjudicated", { closed: agree }),
    option(draft, "adjudicated", false, "Not adjudicated"),
  ];
  return el(
    "div",
    { class: "questions", role: "group", "aria-labelledby": "heading" },
    question("reason", why, [reasons, none]),
    agree && el("p", { class: "second" }, "A reason, and Adjudicated, are only for drafts on which the reviewers differ."),
    question("adjudicated", "Adjudicated?", adjudicated),
    !agree && el("p", { class: "second" }, "Adjudicated: discussed and settled by the committee."),
  );
}

function differ(draft) {
  return draft.agree ? "The reviewers agree, and a reason or flag is set" : "The reviewers differ";
}

function isDecision(one) {
  return (
    one !== null &&
    typeof one === "object" &&
    Object.keys(one).sort().join() === FIELDS.join() &&
    Number.isInteger(one.draft) &&
    typeof one.draft_revision === "string" &&
    typeof one.token === "string" &&
    (one.reason === null || Object.prototype.hasOwnProperty.call(REASONS, one.reason)) &&
    typeof one.adjudicated === "boolean"
  );
}

function row(draft) {
  const { reason, adjudicated } = decision(draft);
  return {
    draft: draft.number,
    draft_revision: draft.revision,
    token: draft.token,
    reason: reason === NONE ? null : reason,
    adjudicated,
  };
}

begin({
  keys: false,
  toDo: plural(total, "draft to decide", "drafts to decide"),
  meanings: null,
  lead: (what) => `${what} and what the reviewers chose, and say why they differ. At the end you save one file and mail it back. You can stop and save at any time.`,
  said,
  set(draft, text) {
    const [reason, adjudicated] = text.split(" ");
    decided.set(draft.number, { reason, adjudicated: adjudicated === "true" });
  },
  half: () => drafts.filter(isHalf),
  mark: kindMark,
  draftView(draft) {
    const back = !said(draft) && sentBack.get(draft.number);
    const view_ = el(
      "div",
      { class: "draft committee" },
      el(
        "div",
        { class: "head" },
        el("div", { class: "title" }, heading(`Draft ${draft.number}`), " ", el("p", {}, differ(draft))),
        button("All drafts", overview, { picture: "list", className: "plain overview" }),
        el(
          "div",
          { class: "moves both" },
          button("Previous", () => go(-1), { picture: "left", className: "step", "aria-label": "Previous" }),
          button("Next", () => go(1), { after: "right", className: "step", "aria-label": "Next" }),
        ),
      ),
      back && el("p", { class: "again" }, icon("back"), back),
      el(
        "div",
        { class: "panes" },
        el("div", { class: "reading" }, notePane(draft), form.transcript && talkPane(draft)),
        el(
          "section",
          { class: "pane decide" },
          el("h3", {}, "What the reviewers chose"),
          opinions(draft),
          el("p", { class: "second" }, "Shuffled in each draft. Their decisions stay as they are."),
          questions(draft),
        ),
      ),
    );
    // the hints are looked up by id, which works once the view is in the page
    window.queueMicrotask(() => document.contains(view_) && left(draft));
    return view_;
  },
  key: () => false,
  printed: (draft) => el("p", { class: "boxes" }, differ(draft)),
  printedMore: (draft) => {
    const { reason, adjudicated } = decision(draft);
    const shown = draft.agree ? [] : Object.entries(REASONS).map(([code, words]) => box(words, reason === code));
    return el(
      "div",
      { class: "printed-more" },
      opinions(draft),
      el("div", { class: "boxes" }, shown, draft.agree && box("No reason", reason === NONE)),
      el("div", { class: "boxes" }, box("Adjudicated", adjudicated === true), box("Not adjudicated", adjudicated === false)),
    );
  },
  toSave: () => ({
    schema_version: form.schema,
    round: form.id,
    decisions: [...drafts.filter(said).map(row), ...carried],
  }),
  /** Return what a file gives to this form, or why it gives nothing. */
  read(given) {
    const keys_ = given !== null && typeof given === "object" ? Object.keys(given).sort().join() : "";
    if (keys_ !== "decisions,round,schema_version" || given.schema_version !== form.schema) return NOT_OURS;
    if (!Array.isArray(given.decisions) || !given.decisions.every(isDecision)) return NOT_OURS;
    if (new Set(given.decisions.map((one) => one.draft)).size < given.decisions.length) return NOT_OURS;
    if (given.round !== form.id) return "This file is of another round. Nothing was taken from it.";
    const known = new Map(drafts.map((draft) => [draft.number, draft]));
    const found = { answers: new Map(), back: new Map(), carried: [] };
    for (const one of given.decisions) {
      const draft = known.get(one.draft);
      if (!draft) {
        found.carried.push(one);
        continue;
      }
      const allowed = draft.agree ? one.reason === null && !one.adjudicated : one.reason !== null;
      if (draft.revision !== one.draft_revision) {
        found.back.set(draft.number, "The text changed after this decision. Please decide again.");
      } else if (draft.token !== one.token || !allowed) {
        found.back.set(draft.number, "The reviewers’ answers changed after this decision. Please decide again.");
      } else found.answers.set(draft.number, `${one.reason === null ? NONE : one.reason} ${one.adjudicated}`);
    }
    return found;
  },
  keep(found) {
    const new_ = new Set(found.carried.map((one) => one.draft));
    carried = [...carried.filter((one) => !new_.has(one.draft)), ...found.carried];
  },
});
