// The review form: three answers to each draft, saved as a review return.
"use strict";

const WORDS = { accept: "Accept", revise: "Revise", unclear: "Unclear" };
const PICTURES = { accept: "check", revise: "pencil", unclear: "question" };
const DECISIONS = Object.keys(WORDS);
const FIELDS = ["adjudicated", "blinded_case_id", "decision", "draft_revision", "reason", "reviewer_id"];
const OPAQUE = /^[0-9a-f]{64}$/;
const CHANGED = "The text changed after your answer. Please read it again.";

const answers = new Map(); // number of a draft -> decision
let carried = []; // rows of drafts that this form does not have

function choose(draft, decision) {
  answers.set(draft.number, decision);
  parts.opened = "";
  tell(draft);
  for (const word of DECISIONS) choice(word).setAttribute("aria-pressed", String(word === decision));
  say(`Draft ${draft.number}: ${WORDS[decision]}. ${count()}.`);
}

function choice(decision) {
  return document.getElementById(`choice-${decision}`);
}

function choices(draft) {
  const made = DECISIONS.map((decision, n) =>
    el(
      "button",
      {
        type: "button",
        id: `choice-${decision}`,
        class: "choice",
        "aria-pressed": String(answers.get(draft.number) === decision),
        "aria-labelledby": `word-${decision}`,
        "aria-describedby": `meaning-${decision}`,
        click: () => choose(draft, decision),
      },
      el("span", { class: "key", "aria-hidden": "true" }, el("span", {}, String(n + 1)), icon("check")),
      el(
        "span",
        { class: "words" },
        el("b", { id: `word-${decision}` }, WORDS[decision]),
        " ",
        el("span", { id: `meaning-${decision}`, class: "meaning", dir: "auto" }, form.short[decision]),
      ),
    ),
  );
  return el("div", { class: "choices", role: "group", "aria-labelledby": "heading" }, made);
}

/** Return the digit that was pressed; on some keyboards it needs Shift, and without it is "&". */
function digit(event) {
  if (/^[1-3]$/.test(event.key)) return Number(event.key);
  return !event.shiftKey && /^Digit[1-3]$/.test(event.code) ? Number(event.code[5]) : 0;
}

function row(draft) {
  return {
    blinded_case_id: draft.case,
    draft_revision: draft.revision,
    reviewer_id: form.alias,
    decision: answers.get(draft.number),
    reason: null,
    adjudicated: false,
  };
}

function isRow(one) {
  return (
    one !== null &&
    typeof one === "object" &&
    Object.keys(one).sort().join() === FIELDS.join() &&
    [one.blinded_case_id, one.draft_revision, one.reviewer_id].every((id) => typeof id === "string" && OPAQUE.test(id)) &&
    DECISIONS.includes(one.decision) &&
    one.reason === null &&
    one.adjudicated === false
  );
}

begin({
  keys: true,
  toDo: plural(total, "drafted note to review", "drafted notes to review"),
  meanings: DECISIONS.map((decision) => [WORDS[decision], form.long[decision]]),
  lead: (what) => `${what}, choose one of three answers. At the end you save one file and mail it back. You can stop and save at any time.`,
  said: (draft) => answers.get(draft.number) || "",
  set: (draft, decision) => answers.set(draft.number, decision),
  mark(draft) {
    const decision = answers.get(draft.number);
    if (decision) return { picture: PICTURES[decision], words: WORDS[decision] };
    return sentBack.has(draft.number) ? { picture: "back", words: "Sent back" } : { picture: "circle", words: "To answer" };
  },
  draftView(draft, index) {
    const back = !answers.has(draft.number) && sentBack.get(draft.number);
    return el(
      "div",
      { class: form.transcript ? "draft" : "draft alone" },
      el(
        "div",
        { class: "head" },
        el("div", { class: "title" }, heading(`Draft ${draft.number}`), " ", el("p", {}, `${index + 1} of ${total}`, el("span", { class: "wide" }, " in your order"))),
        button("All drafts", overview, { picture: "list", className: "plain overview" }),
        moves("above"),
      ),
      back && el("p", { class: "again" }, icon("back"), back),
      el("div", { class: "panes" }, notePane(draft), form.transcript && talkPane(draft)),
      el("div", { class: "below" }, choices(draft), moves("beside")),
    );
  },
  key(event) {
    const decision = DECISIONS[digit(event) - 1];
    if (!decision) return false;
    choose(drafts[at], decision);
    return true;
  },
  printed: (draft) =>
    el("div", { class: "boxes" }, DECISIONS.map((decision) => box(WORDS[decision], answers.get(draft.number) === decision))),
  toSave: () => ({
    schema_version: form.schema,
    rows: [...drafts.filter((draft) => answers.has(draft.number)).map(row), ...carried],
  }),
  /** Return what a file gives to this form, or why it gives nothing. */
  read(given) {
    const keys_ = given !== null && typeof given === "object" ? Object.keys(given).sort().join() : "";
    if (keys_ !== "rows,schema_version" || given.schema_version !== form.schema) return NOT_OURS;
    if (!Array.isArray(given.rows) || !given.rows.every(isRow)) return NOT_OURS;
    const cases = new Set(given.rows.map((one) => one.blinded_case_id));
    if (cases.size < given.rows.length || !cases.size) return NOT_OURS;
    if (!given.rows.every((one) => one.reviewer_id === form.alias)) {
      return "This file is another reviewer’s, or of another round. Nothing was taken from it.";
    }
    const known = new Map(drafts.map((draft) => [draft.case, draft]));
    const others = new Map(form.others);
    if (!given.rows.some((one) => known.has(one.blinded_case_id) || others.has(one.blinded_case_id))) {
      return "This file is of another round. Nothing was taken from it.";
    }
    const found = { answers: new Map(), back: new Map(), carried: [] };
    for (const one of given.rows) {
      const draft = known.get(one.blinded_case_id);
      const revision = draft ? draft.revision : others.get(one.blinded_case_id);
      if (revision !== undefined && revision !== one.draft_revision) {
        if (draft) found.back.set(draft.number, CHANGED);
      } else if (draft) found.answers.set(draft.number, one.decision);
      else found.carried.push(one);
    }
    return found;
  },
  keep(found) {
    const new_ = new Set(found.carried.map((one) => one.blinded_case_id));
    carried = [...carried.filter((one) => !new_.has(one.blinded_case_id)), ...found.carried];
  },
});
