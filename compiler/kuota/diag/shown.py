"""Text of a user inside of a sentence of ours."""


def shown(text: str, limit: int = 40) -> str:
    """``text`` as a headline may hold it: quoted where needed, never long, never with controls."""
    if text.isascii() and text.isprintable() and 0 < len(text) <= limit and " " not in text:
        return text
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    escaped = "".join(
        character if character.isprintable() else f"\\u{ord(character):04x}" for character in cut
    )
    return f'"{escaped}"'
