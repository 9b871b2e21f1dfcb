"""How the HTML edition looks: on a screen, light and dark, and on paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --surface: #FFFFFF; --text: #17212B; --second: #4A5663; --muted: #5A6672;
  --hairline: #E1E6EA; --grid: #E1E6EA; --border: #76838F; --accent: #0B6680;
  --tint: #F1F8FA; --band: #D9E9EE; --interval: #51798A; --banner: #14323D;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --surface: #182025; --text: #E8EDF0; --second: #B7C1C9; --muted: #9FABB4;
    --hairline: #2B363D; --grid: #2B363D; --border: #7F8D98; --accent: #62BFD6;
    --tint: #192A31; --band: #203941; --interval: #8FB4C0; --banner: #0A4A5C;
  }
}
* { box-sizing: border-box; }
html { font-size: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--surface); color: var(--text);
  font-family: Inter, "Segoe UI", system-ui, -apple-system, Roboto, Arial, sans-serif;
  line-height: 1.5;
}
header { position: sticky; top: 0; z-index: 1; background: var(--banner); color: #FFFFFF; }
header p { margin: 0; max-width: none; padding: .5rem 1.5rem; text-align: center;
  font-weight: 600; }
main { max-width: 56rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1, h2, h3 { line-height: 1.25; font-weight: 600; scroll-margin-top: 4rem; }
h1 { margin: 1.5rem 0 1rem; font-size: 1.75rem; }
h2 { margin: 3rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--border);
  font-size: 1.375rem; }
h3 { margin: 2.25rem 0 .5rem; font-size: 1.0625rem; }
main > section:first-of-type > h2 { margin-top: 1rem; }
p, ul { margin: .5rem 0; max-width: 46rem; }
ul { padding-left: 1.25rem; }
li { margin: .375rem 0; }
.strong { padding: .75rem 1rem; border-left: 3px solid var(--accent); background: var(--tint); }
.key { color: var(--second); font-size: .9375rem; }
.scroll { overflow-x: auto; margin: 1rem 0 1.5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; line-height: 1.25;
  font-variant-numeric: tabular-nums; }
caption { padding: 0 0 .5rem; text-align: left; color: var(--second); font-weight: 500; }
th, td { padding: 0 .5rem; height: 1.75rem; text-align: left; font-weight: 400;
  white-space: nowrap; }
thead th { height: auto; padding-bottom: .375rem; vertical-align: bottom; color: var(--second);
  font-size: .875rem; font-weight: 500; }
tr > :first-child:not(td) { padding-left: 0; }
tr > [scope=row]:first-child:not([colspan]) { padding-left: .5rem; }
.one tr > [scope=row]:first-child { padding-left: 0; }
.n { text-align: right; }
.rate { font-weight: 600; }
tbody { border-top: 1px solid var(--hairline); }
tbody:first-of-type { border-top-color: var(--border); }
tbody:last-of-type { border-bottom: 1px solid var(--border); }
th[scope=rowgroup] { vertical-align: top; padding-top: .3125rem; color: var(--second);
  font-weight: 600; }
.overall th, .overall td { font-weight: 600; }
.overall .hidden, .hidden, .why { color: var(--muted); font-weight: 400; }
.hidden { text-align: center; }
.plot { width: 34%; min-width: 9rem; padding: 0 1.25rem 0 1rem; }
.plot svg { display: block; width: 100%; height: 1.75rem; overflow: visible; }
thead .plot { padding-bottom: .375rem; }
thead .plot svg { height: 1.125rem; }
svg text { fill: var(--second); font-size: .8125rem; font-weight: 400; }
.g { stroke: var(--grid); }
.b { fill: var(--band); }
.d { stroke: var(--interval); stroke-dasharray: 3 3; }
.i { stroke: var(--interval); stroke-width: 2; }
.e { fill: var(--accent); stroke: var(--surface); stroke-width: 1.5; }
.o { transform-box: fill-box; transform-origin: center;
  transform: translate(-50%, -50%) rotate(45deg); }
.away { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (forced-colors: active) {
  svg { forced-color-adjust: none; background: #FFFFFF; }
  svg text { fill: #17212B; }
}
@media print {
  @page { size: auto; margin: 18mm 15mm; }
  html { font-size: 10pt; }
  header { position: static; background: none; color: #000000; border: 1pt solid #000000; }
  main, p, ul { max-width: none; }
  main { padding: 0; }
  h2 { break-before: page; border: 0; }
  main > section:first-of-type > h2, main > section:first-of-type + section > h2 {
    break-before: auto; }
  h1, h2, h3, caption { break-after: avoid; }
  .strong { border: 1pt solid #000000; background: none; }
  .scroll { overflow: visible; }
  .metric { break-inside: avoid; }
  thead { display: table-header-group; }
  tr, li { break-inside: avoid; }
}
"""
"""Colours are those of the window's theme; nothing is fetched."""


def print_notice(notice: str, title: str) -> str:
    """Return rules that repeat the notice, and number the pages, where a browser can."""
    return (
        "@page { "
        f"@top-center {{ content: {_string(notice)}; font: 600 8.5pt sans-serif; }} "
        f"@bottom-left {{ content: {_string(title)}; font: 8.5pt sans-serif; }} "
        "@bottom-right { "
        'content: "Page " counter(page) " of " counter(pages); font: 8.5pt sans-serif; } }\n'
        # there the notice stands at the head of the text
        "@page :first { @top-center { content: none; } }\n"
    )


def _string(text: str) -> str:
    """Return a CSS string; what could end it, or the style element, is written by number."""
    plain = (c if c.isalnum() or c in " .,;:-" else f"\\{ord(c):06x}" for c in text)
    return '"' + "".join(plain) + '"'
