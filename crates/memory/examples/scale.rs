//! Measures an index of made-up passages: `cargo run --release -p steward-memory --example scale -- 100000`.

use std::error::Error;
use std::time::Instant;

use steward_memory::{Embedder as _, Index, Passage, Query, StaticEmbedder, Vector};
use steward_model::Timestamp;
use uuid::Uuid;

const WORDS: usize = 40_000;
const THREAD: u32 = 200;
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

    let mut embedding = 0.0;
    let began = Instant::now();
    for start in (0..rows).step_by(1000) {
        let texts: Vec<String> = (start..rows.min(start + 1000))
            .map(|_| random.text(&words, 8, 24))
            .collect();
        let embed = Instant::now();
        let vectors: Vec<Vector> = texts.iter().map(|text| embedder.embed_one(text)).collect();
        embedding += embed.elapsed().as_secs_f64();
        let numbered = (start..).zip(texts.iter().zip(&vectors));
        let passages: Vec<Passage<'_>> = numbered
            .map(|(number, (text, vector))| passage(number, text, vector))
            .collect();
        index.insert(&passages)?;
    }
    let built = began.elapsed().as_secs_f64();
    println!("rows {rows}, built in {built:.2} s");
    println!("embed {:.1} us a text", embedding * 1e6 / f64::from(rows));
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
        index.remove(&[Uuid::from_u128(
            u128::from(next / 2) * 0x9e37_79b9_7f4a_7c15,
        )])
    });
    println!("remove {times}");

    let began = Instant::now();
    let bytes = index.to_bytes();
    let saved = began.elapsed();
    let began = Instant::now();
    let loaded = Index::from_bytes(&bytes)?;
    println!(
        "snapshot {} MB, saved in {saved:.1?}, loaded {} in {:.1?}",
        bytes.len() / 1_000_000,
        loaded.len(),
        began.elapsed()
    );
    Ok(())
}

fn passage<'a>(number: u32, text: &'a str, vector: &'a Vector) -> Passage<'a> {
    Passage {
        id: Uuid::from_u128(u128::from(number) * 0x9e37_79b9_7f4a_7c15),
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
    let mut micros: Vec<u128> = (0..times)
        .map(|_| {
            let began = Instant::now();
            std::hint::black_box(run());
            began.elapsed().as_micros()
        })
        .collect();
    micros.sort_unstable();
    let at = |percent: usize| micros[(times - 1) * percent / 100];
    format!("p50 {} us, p99 {} us", at(50), at(99))
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

    /// Few words are frequent and most are rare, as in what people write.
    fn text(&mut self, words: &[String], least: usize, most: usize) -> String {
        let length = least + self.below(most - least);
        let picked: Vec<&str> = (0..length)
            .map(|_| {
                let share = self.below(1 << 20) as f64 / f64::from(1 << 20);
                let rank = (words.len() as f64).powf(share) - 1.0;
                words[rank as usize].as_str()
            })
            .collect();
        picked.join(" ")
    }
}
