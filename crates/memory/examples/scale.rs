//! Measures an index of made-up passages: `cargo run --release -p steward-memory --example scale -- 100000`.
//!
//! Times are those of the processor, all threads together, so that what else the machine does is not counted; what is measured
//! often is also told by the clock.

use std::error::Error;
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};
use steward_memory::{Embedder as _, Index, Passage, Query, StaticEmbedder, Vector};
use steward_model::Timestamp;
use uuid::Uuid;

const WORDS: usize = 40_000;
const THREAD: u32 = 200;
/// How many words share the top of the frequencies.
const FREQUENT: f64 = 20.0;
const QUERIES: usize = 1000;

#[expect(clippy::print_stdout, reason = "an example reports on its output")]
fn main() -> Result<(), Box<dyn Error>> {
    let rows: u32 = std::env::args()
        .nth(1)
        .map_or(Ok(100_000), |text| text.parse())?;
    let embedder = StaticEmbedder::shared()?;
    let mut random = Random(0x1234_5678_9abc_def1);
    let words: Vec<String> = (0..WORDS).map(|_| random.word()).collect();
    let mut index = Index::new(embedder.dimensions());

    fill(&mut index, embedder, &mut random, &words, rows)?;
    let each = index.memory_bytes() as f64 / f64::from(rows);
    println!("memory {each:.0} bytes a passage");

    let times = measure(QUERIES, || {
        let mut query = Query::new(random.text(&words, 3, 7), jiff::Zoned::default());
        query.limit = 10;
        let question = index.ask(query);
        let vector = embedder.embed_one(question.dense_text());
        index.search(&question, Some(&vector)).len()
    });
    println!("search {times}");

    let text = random.text(&words, 8, 24);
    let vector = embedder.embed_one(&text);
    let mut next = rows;
    let times = measure(200, || {
        next += 1;
        let inserted = index.insert(&[passage(next, &text, &vector)]);
        usize::from(inserted.is_ok())
    });
    println!("insert {times}");
    let times = measure(20, || {
        next -= 1;
        index.remove(&[id(next - rows / 2)])
    });
    println!("remove {times}");

    let began = micros();
    let bytes = index.to_bytes();
    let saved = micros() - began;
    let began = micros();
    let loaded = Index::from_bytes(&bytes)?;
    println!(
        "snapshot {} MB, saved in {} ms, loaded {} in {} ms",
        bytes.len() / 1_000_000,
        saved / 1000,
        loaded.len(),
        (micros() - began) / 1000
    );
    Ok(())
}

#[expect(clippy::print_stdout, reason = "an example reports on its output")]
fn fill(
    index: &mut Index,
    embedder: &StaticEmbedder,
    random: &mut Random,
    words: &[String],
    rows: u32,
) -> Result<(), Box<dyn Error>> {
    let mut embedding = 0;
    let began = micros();
    for start in (0..rows).step_by(1000) {
        let texts: Vec<String> = (start..rows.min(start + 1000))
            .map(|_| random.text(words, 8, 24))
            .collect();
        let embed = micros();
        let vectors: Vec<Vector> = texts.iter().map(|text| embedder.embed_one(text)).collect();
        embedding += micros() - embed;
        let numbered = (start..).zip(texts.iter().zip(&vectors));
        let passages: Vec<Passage<'_>> = numbered
            .map(|(number, (text, vector))| passage(number, text, vector))
            .collect();
        index.insert(&passages)?;
    }
    let built = micros() - began;
    println!("rows {rows}, built in {} ms", built / 1000);
    println!("embed {:.1} us a text", embedding as f64 / f64::from(rows));
    Ok(())
}

fn id(number: u32) -> Uuid {
    Uuid::from_u128(u128::from(number) * 0x9e37_79b9_7f4a_7c15)
}

fn passage<'a>(number: u32, text: &'a str, vector: &'a Vector) -> Passage<'a> {
    Passage {
        id: id(number),
        text,
        vector,
        source: "message",
        tags: &[],
        thread: Some(Uuid::from_u128(u128::from(number / THREAD))),
        contact: None,
        speaker: Some(if number.is_multiple_of(2) {
            "Anna"
        } else {
            "Ben"
        }),
        time: Timestamp::from_micros(i64::from(number) * 60_000_000),
        position: number % THREAD,
    }
}

fn measure(times: usize, mut run: impl FnMut() -> usize) -> String {
    let (mut taken, mut waited): (Vec<i64>, Vec<i64>) = (0..times)
        .map(|_| {
            let (began, clock) = (micros(), Instant::now());
            std::hint::black_box(run());
            (micros() - began, clock.elapsed().as_micros() as i64)
        })
        .unzip();
    taken.sort_unstable();
    waited.sort_unstable();
    let at = |all: &[i64], percent: usize| all[(times - 1) * percent / 100];
    let both = |all: &[i64]| format!("p50 {} us, p99 {} us", at(all, 50), at(all, 99));
    format!("{}; by the clock {}", both(&taken), both(&waited))
}

/// The time that this process has been on processors.
fn micros() -> i64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn word(&mut self) -> String {
        const SYLLABLES: [&str; 20] = [
            "ba", "con", "der", "fi", "gra", "hol", "in", "ja", "ker", "lo", "men", "nor", "pa",
            "ri", "sta", "tu", "ver", "wo", "yel", "zan",
        ];
        let length = 2 + self.below(3);
        (0..length).map(|_| SYLLABLES[self.below(20)]).collect()
    }

    /// Few words are frequent and most are rare, as in what people write once stop words are out: the most frequent one is in a
    /// passage of ten.
    fn text(&mut self, words: &[String], least: usize, most: usize) -> String {
        let length = least + self.below(most - least);
        let picked: Vec<&str> = (0..length)
            .map(|_| {
                let share = self.below(1 << 20) as f64 / f64::from(1 << 20);
                let ranks = words.len() as f64 / FREQUENT;
                let rank = FREQUENT * ranks.powf(share) - FREQUENT;
                words[rank as usize].as_str()
            })
            .collect();
        picked.join(" ")
    }
}
