"""What the figures are and are not, in plain words: once, for documents and the window."""

from __future__ import annotations

from .metrics import METRICS_IN_WORDS, RATES_IN_WORDS

REVIEW_COUNTS_SENTENCE = "Counts are drafts and decisions, not patients."

COUNTS_SENTENCE = "Counts are facts and statements, not patients."

SUPPRESSED_SENTENCE = (
    "“Suppressed” means that a figure is not shown because it is empty or because it, or another "
    "of the same metric, rests on so few that it could point to single people. "
    "Where the rest of a metric is shown, a suppressed slice is an empty one; where all of a "
    "metric is suppressed, nothing tells why. It does not mean zero."
)

INTERVAL_SENTENCE = (
    "The 95 % interval (Wilson) is the range of rates that these counts are compatible with if "
    "each fact or statement stands for itself. Those of one encounter do not, so the true range "
    "is wider. It is not corrected for looking at many figures, and it says nothing about other "
    "drafts or about a patient."
)

REVIEW_SUPPRESSED_SENTENCE = (
    "“Suppressed” means that a rate is not shown because it is empty or rests on so few drafts "
    "or decisions that it could point to single ones. It does not tell which, and it does not "
    "mean zero."
)

REVIEW_INTERVAL_SENTENCE = (
    "The 95 % interval (Wilson) is the range of rates that these counts are compatible with if "
    "each counts for itself. It says nothing about who is right."
)

AGREEMENT_SENTENCE = (
    "Agreement asks that everyone decides alike, so it falls as reviewers are added. "
    "Compare only studies with the same number of reviewers."
)

CLAIMS_SENTENCES = {
    "supported": "Every cited row of evidence is approved, belongs to the claim and supports it.",
    "contradicted": "Every cited row is approved, belongs to the claim and contradicts it.",
    "unresolved": "A cited row is missing, not approved, of another claim, or the rows disagree.",
    "uncited": "The claim cites no evidence.",
    "rate": "Contradicted, unresolved and uncited claims, as a part of all claims of the class.",
    "interval": "How far the rate moves when the claims are drawn again and again at random.",
}

CLAIMS_INTERVAL_SENTENCE = (
    "The interval is made by drawing as many claims as there are, at random and with repeats, "
    "again and again, and looking at how the rate varies. It takes claims as independent and is "
    "not corrected for looking at many classes. Where all claims of a class are alike, or there "
    "is only one, every draw gives the same rate: there the interval would be of no width and "
    "would tell nothing, so none is shown."
)

CLAIMS_SUPPRESSION_SENTENCE = (
    "Small counts are shown here: unsupported claims have no suppression rule, and the minimum "
    "cell size does not apply."
)

CLAIMS_EXPORT_SENTENCE = (
    "The exported report names custom classes by codes that can be guessed from short labels."
)

KIND_SENTENCES = {
    "drafts": "Drafted notes, compared statement by statement with the facts that were said.",
    "reviews": "Decisions of blinded reviewers on drafted notes.",
    "claims": "Claims of clinical summaries, compared with the evidence that was approved.",
}

OVERLAP_SENTENCE = (
    f"No score combines the {METRICS_IN_WORDS}, and they overlap: a contradicted statement is also "
    "an unsupported one."
)

EVERYONE_SENTENCE = (
    "A rate of 0 % or 100 % describes everyone in its slice: the outcome of each fact or statement "
    "there is known from it. It is no proof of never or always; the interval shows which other "
    "rates fit."
)

REVIEW_EVERYONE_SENTENCE = (
    "A rate of 0 % or 100 % describes everyone: the outcome of each draft or decision that it is "
    "counted over is known from it. It is no proof of never or always."
)

REVIEW_INDEPENDENCE_SENTENCE = (
    "Decisions on one draft, or of one reviewer, belong together, so the true range is wider. "
    f"It is not corrected for looking at {RATES_IN_WORDS}."
)

CLAIMS_EVERYONE_SENTENCE = (
    "A rate of 0 % or 100 % describes everyone in its class: whether a claim there is unsupported "
    "is known of each. It is no proof of never or always."
)

CLAIMS_REVIEW_SENTENCE = (
    "Contradicted, unresolved and uncited claims need review by a person before any clinical use."
)

CUSTOM_CLASSES_SENTENCE = (
    "A custom class is a class of the claims file outside the list of eleven. It is shown by "
    "number, without its label."
)

PLOT_SENTENCES = {
    "drafts": (
        "In the plots a dot is the rate of a slice and the diamond the overall rate, each with "
        "its interval. The dashed line and the shade repeat the overall rate and its interval. "
        "A suppressed figure has no mark. Each metric has an axis of its own."
    ),
    "reviews": "In the plot a dot is a rate, with its interval. A suppressed rate has no mark.",
    "claims": (
        "In the plot a dot is the rate of a class and the diamond the overall rate, each with its "
        "interval. The dashed line and the shade repeat the overall rate and its interval. "
        "A class without an interval has no mark."
    ),
}
"""How to read the plots, for documents that have them."""

CONFIRMATION_SENTENCE = (
    "Reviewer confirmation is required: no figure here stands for a clinician’s own review of "
    "the current evidence."
)


def slice_group(name: str) -> str:
    """Return the title of a slice's group, as "Section"; "" for the overall slice."""
    group, _, code = name.partition(":")
    return group.capitalize() if code else ""


def slice_label(name: str) -> str:
    """Return a slice's title within its group, as "Assessment"; "Overall" for that slice."""
    group, _, code = name.partition(":")
    return (code or group).capitalize()
