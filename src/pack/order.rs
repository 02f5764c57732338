//! Which chunk is first.

use super::chunk::Chunk;
use super::settings::Order;

/// The order in which chunks are looked at, as positions in the input, and its name. When none is asked for, scores
/// decide if all chunks have one.
///
/// # Errors
/// The position of the first chunk without the score that it needs: because scores are asked for, or because others
/// have one.
pub fn order(chunks: &[Chunk], asked: Option<Order>) -> Result<(Order, Vec<usize>), usize> {
    let missing = chunks.iter().position(|chunk| chunk.score.is_none());
    let order = match (asked, missing) {
        (Some(Order::Input), _) => Order::Input,
        (Some(Order::Score), Some(position)) => return Err(position),
        (None, Some(_)) if chunks.iter().all(|chunk| chunk.score.is_none()) => Order::Input,
        (None, Some(position)) => return Err(position),
        (None, None) if chunks.is_empty() => Order::Input,
        (None | Some(Order::Score), None) => Order::Score,
    };
    let mut positions: Vec<usize> = (0..chunks.len()).collect();
    if order == Order::Score {
        let score =
            |position: &usize| chunks.get(*position).and_then(|chunk| chunk.score).unwrap_or_default();
        // Minus zero is zero, and the sort is stable.
        positions.sort_by(|one, other| (score(other) + 0.0).total_cmp(&(score(one) + 0.0)));
    }
    Ok((order, positions))
}

/// The position of the first chunk whose score is higher than that of the one before it, or that has none.
#[must_use]
pub fn ascent(chunks: &[Chunk]) -> Option<usize> {
    let mut last = f64::INFINITY;
    chunks.iter().position(|chunk| match chunk.score {
        Some(score) if score <= last => {
            last = score;
            false
        }
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(scores: &[Option<f64>]) -> Vec<Chunk> {
        scores.iter().map(|score| Chunk { score: *score, ..Chunk::default() }).collect()
    }

    #[test]
    fn the_highest_score_is_first_and_equal_ones_stay_in_order() {
        let chunks = scored(&[Some(0.1), Some(0.9), Some(0.0), Some(0.9), Some(-0.0)]);
        assert_eq!(order(&chunks, None), Ok((Order::Score, vec![1, 3, 0, 2, 4])));
        assert_eq!(order(&chunks, Some(Order::Input)), Ok((Order::Input, vec![0, 1, 2, 3, 4])));
    }

    #[test]
    fn without_scores_the_input_decides_and_some_without_are_an_error() {
        assert_eq!(order(&scored(&[None, None]), None), Ok((Order::Input, vec![0, 1])));
        assert_eq!(order(&scored(&[Some(1.0), None]), None), Err(1));
        assert_eq!(order(&scored(&[None, Some(1.0)]), None), Err(0));
        assert_eq!(order(&scored(&[None, None]), Some(Order::Score)), Err(0));
        assert_eq!(order(&scored(&[Some(1.0), None]), Some(Order::Input)), Ok((Order::Input, vec![0, 1])));
        assert_eq!(order(&[], None), Ok((Order::Input, vec![])));
    }

    #[test]
    fn scores_descend_when_none_is_higher_than_the_one_before() {
        assert_eq!(ascent(&scored(&[Some(3.0), Some(3.0), Some(1.0)])), None);
        assert_eq!(ascent(&scored(&[Some(1.0), Some(3.0)])), Some(1));
        assert_eq!(ascent(&scored(&[Some(1.0), None])), Some(1));
    }
}
