"""The review form and the committee's in a real browser, as a person uses them.

Everything is found by its accessible name. No page may ask the network for anything, keep
anything in the browser, or say anything in the console.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from eval_helpers import hexid
from form_helpers import ALIAS, HOSTILE, committee_draft, draft
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from round_desk import Desk as Round

from evalcore.forms.committee import committee_page
from evalcore.forms.content import Draft
from evalcore.forms.review_page import CHANGED, review_page
from evalcore.returns.committee import read_committee

WORDS = ("Accept", "Revise", "Unclear")
WIDE: Any = {"width": 1366, "height": 768}
PATIENCE = 5_000
"""Milliseconds."""

Answers = dict[int, str]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium")
    assert program, "chromium is missing: 'dev.py test' installs it or says how"
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield found
        found.close()


class Desk:
    """A person with a browser; ``saved`` is where the files that were saved are."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._folder = folder
        self._pages = 0
        self.told: list[str] = []

    def open(self, form: bytes, **options: Any) -> Page:
        """Open a form as a double click does, in a browser that has seen nothing before."""
        self._pages += 1
        path = self._folder / f"form-{self._pages}.html"
        path.write_bytes(form)
        context = self._browser.new_context(offline=True, accept_downloads=True, **options)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda one: self._asked(one.url))
        page.on("console", lambda one: self.told.append(one.text))
        page.on("pageerror", lambda one: self.told.append(str(one)))
        page.goto(path.as_uri())
        return page

    def _asked(self, address: str) -> None:
        if not address.startswith(("file:", "blob:")):
            self.told.append(f"asked for {address[:40]}")
        elif address.startswith("file:") and "/form-" not in address:
            self.told.append("asked for another file")

    def close(self) -> None:
        for context in self._contexts:
            for page in context.pages:
                kept = "[localStorage.length, sessionStorage.length, document.cookie]"
                assert page.evaluate(kept) == [0, 0, ""]
                databases = "indexedDB.databases().then(found => found.length)"
                assert page.evaluate(databases) == 0
            assert context.cookies() == []
            context.close()
        assert self.told == []

    def save(self, page: Page) -> Path:
        with page.expect_download() as found:
            page.get_by_role("button", name="Save answers").first.click()
        path = self._folder / found.value.suggested_filename
        found.value.save_as(path)
        return path

    def go_on(self, page: Page, path: Path) -> None:
        with page.expect_file_chooser() as found:
            page.get_by_role("button", name="Continue from a saved file").first.click()
        found.value.set_files(path)


@pytest.fixture
def desk(browser: Browser, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(browser, tmp_path)
    yield made
    made.close()


def form(*numbers: int, **options: Any) -> bytes:
    drafts = options.pop("drafts", None) or [draft(number) for number in numbers]
    label = options.pop("label", "Reviewer B")
    return review_page(options.pop("alias", ALIAS), label, "March pilot", drafts, **options)


def start(page: Page) -> None:
    page.get_by_role("button", name="Start").click()


def at(page: Page) -> int:
    """The number of the draft that is shown."""
    words = page.get_by_role("heading", level=2).inner_text()
    return int(words.removeprefix("Draft "))


def answer(page: Page, answers: Answers) -> None:
    """Go through the drafts from the first on, and answer those that are given."""
    left = dict(answers)
    while left:
        number = at(page)
        if number in left:
            group = page.get_by_role("group", name=f"Draft {number}", exact=True)
            group.get_by_role("button", name=left.pop(number), exact=True).click()
        if left:
            page.get_by_role("button", name="Next", exact=True).locator("visible=true").click()


def says(page: Page, words: str) -> None:
    expect(page.get_by_role("status")).to_contain_text(words)


def rows_of(path: Path) -> dict[str, Any]:
    saved = json.loads(path.read_bytes())
    assert saved.keys() == {"schema_version", "rows"}
    assert saved["schema_version"] == "openmed.ambient_draft_reviews.v1"
    return {row["blinded_case_id"]: row for row in saved["rows"]}


def without_findings(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


# ---- answering, saving, going on


def test_a_person_answers_saves_closes_and_goes_on(desk: Desk) -> None:
    made = form(*range(1, 8), transcript=True)
    page = desk.open(made)
    says(page, "0 of 7 answered")
    expect(page.get_by_role("definition")).to_have_count(3)
    start(page)
    says(page, "0 of 7 answered")
    first = at(page)
    answer(page, {first: "Revise"})
    says(page, f"Draft {first}: Revise. 1 of 7 answered")
    chosen = page.get_by_role("button", name="Revise", exact=True)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("1 answer not saved")).to_be_visible()
    part = desk.save(page)
    assert part.name == "answers-reviewer-b-1-of-7.json"
    expect(page.get_by_role("heading", name="1 of 7 answers are saved")).to_be_visible()
    assert rows_of(part) == {
        hexid(f"case {first}"): {
            "blinded_case_id": hexid(f"case {first}"),
            "draft_revision": hexid(f"revision {first}"),
            "reviewer_id": ALIAS,
            "decision": "revise",
            "reason": None,
            "adjudicated": False,
        }
    }
    page.close()

    page = desk.open(made)
    desk.go_on(page, part)
    expect(page.get_by_role("heading", name="1 answer is back. 6 drafts need you.")).to_be_visible()
    expect(page.get_by_text("Nothing new to save")).to_be_visible()
    says(page, "1 of 7 answered")
    page.get_by_role("button", name="Answer draft").click()
    answer(page, {n: WORDS[n % 3] for n in range(1, 8) if n != first})
    says(page, "7 of 7 answered")
    whole = desk.save(page)
    assert whole.name == "answers-reviewer-b-7-of-7.json"
    expect(page.get_by_role("heading", name="All 7 drafts are answered")).to_be_focused()
    wanted = {hexid(f"case {n}"): WORDS[n % 3].lower() for n in range(1, 8)}
    wanted[hexid(f"case {first}")] = "revise"
    assert {case: row["decision"] for case, row in rows_of(whole).items()} == wanted
    assert part.read_text("ascii") and whole.read_text("ascii"), "mail does not change ASCII"


def test_answers_are_given_by_keys_and_never_moved_by_arrows(desk: Desk) -> None:
    page = desk.open(form(1, 2, 3))
    page.keyboard.press("1")
    says(page, "0 of 3 answered")
    start(page)
    one = at(page)
    page.keyboard.press("3")
    says(page, f"Draft {one}: Unclear. 1 of 3 answered")
    assert at(page) == one, "choosing does not move on"
    page.keyboard.press("ArrowRight")
    two = at(page)
    expect(page.get_by_role("heading", name=f"Draft {two}")).to_be_focused()
    says(page, f"Draft {two}: To answer. 1 of 3 answered")
    page.keyboard.press("ArrowLeft")
    assert at(page) == one
    expect(page.get_by_role("button", name="Unclear", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    for press in ("Control+1", "Alt+2", "4", "0", "a", "Shift+ArrowRight"):
        page.keyboard.press(press)
    assert at(page) == one
    says(page, "Draft")
    page.get_by_role("checkbox", name="Keys 1, 2, 3 and arrows").uncheck()
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    assert at(page) == one
    page.get_by_role("checkbox", name="Keys 1, 2, 3 and arrows").check()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="All drafts")).to_be_visible()


def test_the_unanswered_are_found(desk: Desk) -> None:
    page = desk.open(form(*range(1, 7)))
    start(page)
    page.keyboard.press("1")
    for press in ("ArrowRight", "ArrowRight", "2"):
        page.keyboard.press(press)
    done = at(page)
    page.get_by_role("button", name="To answer 4").click()
    rows = page.get_by_role("navigation", name="Drafts").get_by_role("listitem")
    expect(rows).to_have_count(5)  # and the draft that is shown: nothing moves under the pointer
    page.keyboard.press("ArrowLeft")
    expect(rows).to_have_count(4)
    assert at(page) != done
    page.keyboard.press("ArrowRight")
    assert at(page) != done, "it goes from one that is to be answered to the next"
    page.get_by_role("button", name="All drafts").click()
    expect(page.get_by_role("heading", name="Still to answer 4")).to_be_visible()
    expect(page.get_by_role("heading", name="Answered 2")).to_be_visible()
    page.get_by_role("button", name=f"Draft {done}", exact=False).click()
    assert at(page) == done


def test_unsaved_work_is_not_closed_without_a_question(desk: Desk) -> None:
    page = desk.open(form(1, 2))
    asked: list[str] = []
    page.on("dialog", lambda one: (asked.append(one.type), one.accept()))
    page.reload()
    assert asked == [], "there is nothing to lose yet"
    start(page)
    page.keyboard.press("1")
    page.reload()
    assert asked == ["beforeunload"]
    start(page)
    says(page, "0 of 2 answered")
    page.get_by_role("button", name="Accept", exact=True).click()
    desk.save(page)
    page.reload()
    assert asked == ["beforeunload"], "what was saved needs no question"


def test_only_a_file_of_this_form_is_taken(desk: Desk, tmp_path: Path) -> None:
    made = form(1, 2)
    page = desk.open(made)
    start(page)
    answer(page, {1: "Accept"})
    good = json.loads(desk.save(page).read_bytes())
    row = good["rows"][0]
    refused = {
        "not a file that this form saved": [
            *("", "{", "null", "[]", '"x"', "{}"),
            *map(
                json.dumps,
                (
                    {**good, "more": 1},
                    {**good, "schema_version": "x"},
                    {**good, "rows": {}},
                    {**good, "rows": []},
                    {**good, "rows": [None]},
                    {**good, "rows": [row, row]},
                    {**good, "rows": [{**row, "decision": "Accept"}]},
                    {**good, "rows": [{**row, "decision": "toString"}]},
                    {**good, "rows": [{**row, "reason": "other"}]},
                    {**good, "rows": [{**row, "adjudicated": True}]},
                    {**good, "rows": [{**row, "draft_revision": "x"}]},
                    {**good, "rows": [{**row, "note": "Mrs Secret"}]},
                ),
            ),
        ],
        "another reviewer’s": [json.dumps({**good, "rows": [{**row, "reviewer_id": hexid("c")}]})],
        "of another round": [
            json.dumps({**good, "rows": [{**row, "blinded_case_id": hexid("x")}]})
        ],
    }
    page = desk.open(made)
    path = tmp_path / "given.json"
    for words, texts in refused.items():
        for text in texts:
            path.write_text(text, "utf-8")
            desk.go_on(page, path)
            expect(page.get_by_role("alert")).to_contain_text(words)
            expect(page.get_by_role("alert")).not_to_contain_text("Secret")
            says(page, "0 of 2 answered")
            page.get_by_role("button", name="Close").click()
            expect(page.get_by_role("alert")).to_have_count(0)
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(good).encode())
    desk.go_on(page, path)
    says(page, "1 of 2 answered")


def test_a_changed_draft_does_not_show_the_earlier_answer(desk: Desk) -> None:
    page = desk.open(form(1, 2, 3, 4, 5))
    start(page)
    answer(page, dict.fromkeys(range(1, 6), "Revise"))
    old = desk.save(page)

    changed = [draft(1), draft(2)._replace(revision=hexid("new 2"))]
    others = [
        (hexid("case 3"), hexid("revision 3")),
        (hexid("case 4"), hexid("new 4")),
    ]  # and draft 5 is one that this form knows nothing of
    page = desk.open(form(drafts=changed, others=others))
    desk.go_on(page, old)
    expect(page.get_by_role("heading", name="1 answer is back. 1 draft needs you.")).to_be_visible()
    expect(page.get_by_text(CHANGED)).to_be_visible()
    expect(page.get_by_text("Sent back").locator("visible=true")).to_have_count(1)
    page.get_by_role("button", name="Answer draft 2").click()
    for word in WORDS:
        button = page.get_by_role("button", name=word, exact=True)
        expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text(CHANGED)).to_be_visible()
    answer(page, {2: "Accept"})
    saved = rows_of(desk.save(page))
    assert {case: (row["decision"], row["draft_revision"]) for case, row in saved.items()} == {
        hexid("case 1"): ("revise", hexid("revision 1")),
        hexid("case 2"): ("accept", hexid("new 2")),
        hexid("case 3"): ("revise", hexid("revision 3")),
        hexid("case 5"): ("revise", hexid("revision 5")),
    }


def test_a_draft_that_was_sent_back_is_marked_at_once(desk: Desk) -> None:
    page = desk.open(form(1, 2, sent_back={2: CHANGED}))
    start(page)
    assert at(page) == 2
    expect(page.get_by_text(CHANGED)).to_be_visible()


def test_two_answers_are_asked_about(desk: Desk) -> None:
    made = form(1, 2, 3)
    page = desk.open(made)
    start(page)
    answer(page, {1: "Accept", 2: "Accept"})
    file = desk.save(page)
    for choice, second, unsaved in (("on this page", "revise", 2), ("in the file", "accept", 1)):
        page = desk.open(made)
        start(page)
        answer(page, {2: "Revise", 3: "Unclear"})
        desk.go_on(page, file)
        question = page.get_by_role("heading", name="1 draft has another answer in the file")
        expect(question).to_be_focused()
        page.get_by_role("button", name=choice).click()
        says(page, "3 of 3 answered")
        words = f"{unsaved} answer{'s' * (unsaved > 1)} not saved"
        expect(page.get_by_text(words)).to_be_visible()
        saved = rows_of(desk.save(page))
        assert [saved[hexid(f"case {n}")]["decision"] for n in (1, 2, 3)] == [
            *("accept", second, "unclear")
        ]


def test_answers_can_be_copied_where_nothing_can_be_downloaded(desk: Desk) -> None:
    page = desk.open(form(1))
    start(page)
    page.keyboard.press("2")
    path = desk.save(page)
    page.get_by_text("No file came? Copy the answers as text").click()
    assert page.get_by_role("textbox", name="Answers as text").input_value() == path.read_text()
    with page.expect_download() as again:
        page.get_by_role("button", name="Save again").click()
    assert again.value.suggested_filename == path.name


# ---- what is shown


def test_texts_are_shown_as_they_are(desk: Desk) -> None:
    long = "".join(f"line {n} {'x' * 60}\n" for n in range(80_000))
    assert len(long) > 5_000_000
    texts = {1: HOSTILE, 2: long, 3: "a\r\nb\rc\n\n\nd\n", 4: "=1+1\t<b>bold</b>", 5: ""}
    drafts = [draft(n, text, [HOSTILE, "Patient: <i>x</i>"]) for n, text in texts.items()]
    made = form(drafts=drafts, transcript=True, label="<b>B</b>")
    page = desk.open(made)
    expect(page.get_by_text("<b>B</b>")).to_be_visible()
    start(page)
    for _ in texts:
        number = at(page)
        shown = page.get_by_role("region", name="Drafted note").evaluate("e => e.textContent")
        assert shown == texts[number].replace("\r\n", "\n").replace("\r", "\n")
        talk = page.get_by_role("region", name="Transcript").evaluate("e => e.textContent")
        assert talk == f"{HOSTILE}Patient <i>x</i>"
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="All drafts")).to_be_visible()
    assert page.evaluate("document.querySelectorAll('script').length") == 2
    assert page.evaluate("document.querySelectorAll('i').length") == 0


def test_no_identifier_can_be_seen_or_heard(desk: Desk) -> None:
    page = desk.open(form(1, 2, transcript=True))
    seen: list[str] = []

    def look() -> None:
        seen.append(page.locator("body").inner_text())
        seen.append(page.locator("body").aria_snapshot())
        attributes = "e => [...e.querySelectorAll('*')].filter(one => one.localName !== 'script')"
        attributes += ".flatMap(one => [...one.attributes].map(a => a.value)).join(' ')"
        seen.append(page.locator("body").evaluate(attributes))

    look()
    start(page)
    look()
    answer(page, {1: "Accept", 2: "Revise"})
    page.get_by_role("button", name="All drafts").click()
    look()
    desk.save(page)
    look()
    seen.append(page.title())
    for number in (1, 2):
        for name in (f"case {number}", f"revision {number}"):
            assert not any(hexid(name)[:12] in one for one in seen)
    assert not any(ALIAS[:12] in one for one in seen[:-1])
    assert "Reviewer B" in seen[0] and "March pilot" in seen[0]


def test_the_policy_stops_what_is_put_in_and_the_tests_would_see_it(desk: Desk) -> None:
    page = desk.open(form(1))
    page.evaluate(
        """() => {
          window.ran = [];
          const script = document.createElement("script");
          script.textContent = "window.ran.push('script')";
          const image = document.createElement("img");
          image.src = "https://example.invalid/x.png";
          const style = document.createElement("style");
          style.textContent = "body { display: none }";
          document.body.append(script, image, style);
          return fetch("https://example.invalid/").catch(() => null);
        }"""
    )
    assert page.evaluate("window.ran") == []
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    stopped = [one for one in desk.told if "Content Security Policy" in one]
    for directive in ("script-src", "style-src", "img-src", "connect-src"):
        assert any(directive in one for one in stopped)
    desk.told.clear()


def test_without_text_there_are_numbers_alone(desk: Desk) -> None:
    page = desk.open(form(drafts=[Draft(4, hexid("case 4"), hexid("revision 4"), None)]))
    start(page)
    expect(page.get_by_text("You have the text of draft 4 elsewhere.")).to_be_visible()
    page.keyboard.press("1")
    says(page, "1 of 1 answered")


VIEWS: dict[str, Callable[[Page], object]] = {
    "start": lambda page: None,
    "draft": lambda page: answer_first(page),
    "all": lambda page: (
        answer_first(page),
        page.get_by_role("button", name="All drafts").click(),
    ),
    "saved": lambda page: (
        answer_first(page),
        page.get_by_role("button", name="Save answers").first.click(),
    ),
}


def answer_first(page: Page) -> None:
    start(page)
    page.keyboard.press("1")


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_stands_in_the_way_of_who_cannot_see_well(desk: Desk, view: str) -> None:
    page = desk.open(form(1, 2, 3, transcript=True), viewport=WIDE)
    VIEWS[view](page)
    without_findings(page)
    page.emulate_media(color_scheme="dark")
    fits(page)
    without_findings(page)
    expect(page.get_by_text("Evaluation only; non-diagnostic.").first).to_be_visible()
    page.emulate_media(color_scheme="light", forced_colors="active")
    without_findings(page)


def fits(page: Page) -> None:
    """Check that a page scrolls up and down alone at each width; end with a phone's."""
    for width, height in ((1099, 600), (900, 700), (700, 700), (320, 192), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_at_400_percent_nothing_sticks_and_all_can_be_reached(desk: Desk) -> None:
    page = desk.open(form(1, 2), viewport={"width": 341, "height": 192})
    start(page)
    sticky = "[...document.querySelectorAll('*')].filter(e => "
    sticky += "['sticky', 'fixed'].includes(getComputedStyle(e).position)).length"
    assert page.evaluate(sticky) == 0
    answer(page, {at(page): "Unclear"})
    says(page, "1 of 2 answered")


def test_it_prints_all_drafts_and_says_what_paper_is_not_for(desk: Desk) -> None:
    page = desk.open(form(1, 2, 3, transcript=True))
    start(page)
    answer(page, {2: "Revise"})
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    for number in (1, 2, 3):
        expect(page.get_by_role("heading", name=f"Draft {number}").last).to_be_visible()
        expect(page.get_by_text(f"Note number {number}.").last).to_be_visible()
    expect(page.get_by_text("A printed page cannot be counted")).to_be_visible()
    expect(page.get_by_text("☒Revise")).to_have_count(1)
    assert page.get_by_role("button").count() == 0, "no control is printed"
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    says(page, "1 of 3 answered")


def test_500_long_drafts_open_in_a_second_and_a_key_takes_50_ms(desk: Desk) -> None:
    line = "A line of a note that is as long as lines of notes are, more or less.\n"
    text = (line * 120)[:8000]
    drafts = [draft(n, text) for n in range(1, 501)]
    page = desk.open(form(drafts=drafts, transcript=True))
    ready = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
    assert page.evaluate(ready) < 1000
    start(page)
    took = page.evaluate(
        """() => new Promise(done => {
          const times = [];
          const step = () => {
            if (times.length === 20) { done(times.sort((a, b) => a - b)); return; }
            const before = performance.now();
            const key = times.length % 2 ? "ArrowRight" : "2";
            document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
            document.body.getBoundingClientRect();
            times.push(performance.now() - before);
            requestAnimationFrame(step);
          };
          step();
        })"""
    )
    assert took[10] < 50, "milliseconds of the key and the layout that follows it"
    says(page, "10 of 500 answered")


def test_what_comes_back_from_pages_is_a_round_that_is_ready(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "round"
    (folder / "forms").mkdir(parents=True)
    march = Round(folder, 3, "--reviewers", "2", "--label", "March pilot")
    options = ("--without-text", "--out", folder / "forms")
    assert march.run("forms", *options) == 0, march.err
    for number in (1, 2):
        page = desk.open((folder / "forms" / f"review-{number}.html").read_bytes())
        start(page)
        answer(page, {1: "Accept", 2: "Accept"})
        part = desk.save(page)
        assert march.run("add", part) == 1
        left = march.status()["reviewers"][number - 1]
        assert (left["answered"], left["missing"], left["problems"]) == (2, 1, 0)
        page.get_by_role("button", name="Answer draft 3").click()
        page.keyboard.press("2")
        ready = march.run("add", desk.save(page)) == 0
    assert ready, march.out
    assert march.status()["outstanding"] == march.status()["repairs"] == []
    decisions = {(row["decision"]) for row in march.combined()}
    assert decisions == {"accept", "revise"}


# ---- the committee's


def committee() -> bytes:
    drafts = [
        committee_draft(3, "accept", "revise", reasons=[None, "evidence_quality"]),
        committee_draft(8, "accept", "accept", reasons=["other"]),
        committee_draft(20, "unclear", "accept", "revise"),
    ]
    return committee_page(hexid("round"), "March pilot", drafts)


def test_the_committee_decides_saves_and_goes_on(desk: Desk) -> None:
    made = committee()
    page = desk.open(made)
    start(page)
    assert at(page) == 3
    group = page.get_by_role("group", name="Draft 3", exact=True)
    expect(group.get_by_role("radio", checked=True)).to_have_count(0)
    expect(group.get_by_role("radio", name="No reason")).to_be_disabled()
    expect(page.get_by_role("rowheader", name="Reviewer 2")).to_be_visible()
    group.get_by_role("radio", name="Evidence quality").check()
    says(page, "Draft 3: Half done. 0 of 3 answered")
    expect(page.get_by_text("still to choose").locator("visible=true")).to_have_count(1)
    group.get_by_role("radio", name="Not adjudicated").check()
    says(page, "Draft 3: Answered. 1 of 3 answered")
    expect(page.get_by_text("still to choose").locator("visible=true")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    assert at(page) == 3, "arrows are for the radio buttons here"
    group.get_by_role("radio", name="Not adjudicated").check()
    page.get_by_role("button", name="Next").click()
    assert at(page) == 8
    group = page.get_by_role("group", name="Draft 8", exact=True)
    for closed in ("Clinical interpretation", "Other"):
        expect(group.get_by_role("radio", name=closed)).to_be_disabled()
    group.get_by_role("radio", name="No reason").check()
    part = desk.save(page)
    assert part.name == "answers-committee-1-of-3.json"
    expect(page.get_by_text("1 half done is not in the file.")).to_be_visible()

    page = desk.open(made)
    desk.go_on(page, part)
    says(page, "1 of 3 answered")
    page.get_by_role("button", name="Answer draft 8").click()
    page.get_by_role("radio", name="No reason").check()
    page.get_by_role("radio", name="Not adjudicated").check()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("radio", name="Other", exact=True).check()
    page.get_by_role("radio", name="Adjudicated", exact=True).check()
    found = read_committee(desk.save(page).read_bytes())
    assert found.round == hexid("round")
    assert [(one.draft, one.token, one.reason, one.adjudicated) for one in found.decisions] == [
        (3, hexid("token 3"), "evidence_quality", False),
        (8, hexid("token 8"), None, False),
        (20, hexid("token 20"), "other", True),
    ]


def test_a_committees_file_of_another_round_or_of_other_rows_is_not_shown(
    desk: Desk, tmp_path: Path
) -> None:
    page = desk.open(committee())
    start(page)
    page.get_by_role("radio", name="Other", exact=True).check()
    page.get_by_role("radio", name="Adjudicated", exact=True).check()
    saved = json.loads(desk.save(page).read_bytes())
    path = tmp_path / "given.json"
    page = desk.open(committee())
    for given, words in (
        ({**saved, "round": hexid("x")}, "of another round"),
        ({**saved, "decisions": [{"draft": 3}]}, "not a file that this form saved"),
        ({"schema_version": "openmed.ambient_draft_reviews.v1", "rows": []}, "not a file"),
    ):
        path.write_text(json.dumps(given))
        desk.go_on(page, path)
        expect(page.get_by_role("alert")).to_contain_text(words)
    one = saved["decisions"][0]
    for change in ({"token": hexid("x")}, {"draft_revision": hexid("x")}, {"reason": None}):
        path.write_text(json.dumps({**saved, "decisions": [{**one, **change}]}))
        desk.go_on(page, path)
        expect(page.get_by_text("changed after this decision")).to_be_visible()
        says(page, "0 of 3 answered")


def test_nothing_stands_in_the_way_of_the_committee(desk: Desk) -> None:
    page = desk.open(committee(), viewport=WIDE)
    start(page)
    page.get_by_role("radio", name="Other", exact=True).check()
    without_findings(page)
    page.emulate_media(color_scheme="dark")
    fits(page)
    without_findings(page)
