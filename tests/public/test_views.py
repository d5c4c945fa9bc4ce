"""The class of the public fields is the allow-list of the views."""

import pytest
from attrs import field, frozen

from rami import gin
from rami.gin.position import PublicPosition, View
from rami.positions import seen_by


@frozen(kw_only=True)
class Leaking(View):
    """A view with a field that is not public."""

    stock: tuple[int, ...] = field(default=())


def test_a_view_has_no_field_that_is_not_public() -> None:
    with pytest.raises(TypeError, match="PublicPosition does not declare stock"):
        seen_by(PublicPosition, gin.new_game(2, seed=1), Leaking, player=None, hand=())
