use steward_model::Timestamp;
use uuid::Uuid;

use super::*;
use crate::{Passage, Vector, Why};

fn index(vectors: &[[f32; 2]]) -> (Index, Vec<Hit>) {
    let mut index = Index::new(2);
    let mut hits = Vec::new();
    for (number, vector) in (0_u8..).zip(vectors) {
        let id = Uuid::from_u128(number.into());
        let passage = Passage {
            id,
            text: "",
            vector: &Vector::new(vector.to_vec()),
            source: "message",
            tags: &[],
            thread: None,
            contact: None,
            speaker: None,
            time: Timestamp::from_micros(0),
            position: 0,
        };
        index.insert(&[passage]).unwrap();
        hits.push(Hit {
            id,
            score: 1.0 - f32::from(number) / 10.0,
            why: Why::default(),
        });
    }
    (index, hits)
}

fn numbers(hits: &[Hit]) -> Vec<u128> {
    hits.iter().map(|hit| hit.id.as_u128()).collect()
}

#[test]
fn what_a_better_hit_says_is_dropped() {
    let (index, hits) = index(&[[1.0, 0.0], [1.0, 0.1], [1.0, 1.0], [0.0, 1.0], [0.01, 1.0]]);
    assert_eq!(numbers(&drop_near_duplicates(&index, &hits)), [0, 2, 3]);
}

#[test]
fn passages_without_a_vector_are_never_duplicates() {
    let (index, hits) = index(&[[0.0, 0.0], [0.0, 0.0]]);
    assert_eq!(drop_near_duplicates(&index, &hits).len(), 2);
}

#[test]
fn unlike_hits_come_first_when_that_counts() {
    let (index, hits) = index(&[[1.0, 0.0], [1.0, 0.1], [0.0, 1.0]]);
    assert_eq!(numbers(&diversify(&index, &hits, 3, 0.0)), [0, 1, 2]);
    assert_eq!(numbers(&diversify(&index, &hits, 3, 0.5)), [0, 2, 1]);
    assert_eq!(numbers(&diversify(&index, &hits, 1, 0.5)), [0]);
    assert!(diversify(&index, &[], 3, 0.5).is_empty());
}
