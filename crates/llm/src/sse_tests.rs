use proptest::prelude::*;

use crate::limits::LINE_BYTES;
use crate::sse::Decoder;

fn decode(chunks: &[&[u8]]) -> Vec<String> {
    let mut decoder = Decoder::default();
    let feed = |chunk: &&[u8]| decoder.feed(chunk).unwrap();
    chunks.iter().flat_map(feed).collect()
}

#[test]
fn every_line_ending_ends_a_line() {
    let stream = b"data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\r\n";
    assert_eq!(decode(&[stream]), ["a", "b", "c", "d"]);
}

#[test]
fn comments_names_ids_and_unknown_fields_are_passed_over() {
    let stream = b": OPENROUTER PROCESSING\n\nevent: x\nid: 1\nretry: 5\nfoo\ndata: a\n\n";
    assert_eq!(decode(&[stream]), ["a"]);
}

#[test]
fn data_lines_are_joined_and_lose_one_space() {
    let stream = "\u{feff}data:a\ndata:  b\ndata\n\n";
    assert_eq!(decode(&[stream.as_bytes()]), ["a\n b\n"]);
}

#[test]
fn an_event_without_data_is_none_and_an_unfinished_one_is_dropped() {
    assert_eq!(decode(&[b"event: ping\n\ndata: a\n\ndata: half\n"]), ["a"]);
}

#[test]
fn a_line_may_be_a_megabyte_and_no_more() {
    let mut decoder = Decoder::default();
    let piece = vec![b'x'; LINE_BYTES];
    assert!(decoder.feed(&piece).is_ok());
    assert!(decoder.feed(b"x").is_err());
}

#[test]
fn an_event_of_many_lines_is_bounded_too() {
    let mut decoder = Decoder::default();
    let line = format!("data: {}\n", "x".repeat(1000));
    let fed = (0..2000).find(|_| decoder.feed(line.as_bytes()).is_err());
    assert!(fed.is_some_and(|lines| lines < 1100));
}

#[test]
fn bytes_that_are_not_utf_8_are_a_failure() {
    assert!(Decoder::default().feed(b"data: \xff\n").is_err());
}

proptest! {
    #[test]
    fn where_the_bytes_are_cut_does_not_matter(
        lines in prop::collection::vec("(data: ?|: |event:)?[a-zé€😀]{0,6}(\n|\r\n|\r)", 0..12),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let stream = lines.concat().into_bytes();
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
        cuts.extend([0, stream.len()]);
        cuts.sort_unstable();
        let chunks: Vec<_> = cuts.windows(2).map(|pair| &stream[pair[0]..pair[1]]).collect();
        prop_assert_eq!(decode(&chunks), decode(&[&stream]));
    }

    #[test]
    fn any_bytes_are_an_answer_or_a_failure(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = Decoder::default().feed(&bytes);
    }
}
