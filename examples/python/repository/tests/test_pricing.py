import pytest

from basket.pricing import Line, total


def test_an_empty_basket_costs_nothing():
    assert total([]) == 0


def test_a_basket_costs_the_sum_of_its_lines():
    assert total([Line("tea", 499), Line("cup", 850, 2)]) == 2199


def test_a_line_without_a_piece_is_refused():
    with pytest.raises(ValueError, match="at least one piece"):
        Line("tea", 499, 0)
