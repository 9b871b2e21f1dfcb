"""Documents for people: blocks, Markdown, HTML."""
