"""The sizes and switches of the pipeline; everything else follows from them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """How a picture is developed."""

    rows: int
    cols: int
    band: int = 8
    sharpen: bool = True

    @property
    def bands(self) -> int:
        """How many bands are worked on side by side."""
        return self.rows // self.band


PREVIEW = Settings(rows=32, cols=64)
