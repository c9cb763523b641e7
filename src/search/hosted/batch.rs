//! Groups records into batches.

/// The maximum number of records in a batch.
const RECORDS: usize = 1_000;

/// The maximum size of a batch, in bytes. This size is much smaller than the service's limit, so sending a batch over a
/// slow connection doesn't time out.
const BYTES: usize = 2 << 20;

const BEGIN: &str = r#"{"requests":["#;
const END: &str = "]}";
const BEFORE: &str = r#"{"action":"addObject","body":"#;
const AFTER: &str = "}";

/// Records in the format that the service accepts.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The request body.
    pub body: String,
    /// The number of records.
    pub records: usize,
}

/// Groups records, which are JSON objects, into batches.
pub(crate) fn batches(records: impl Iterator<Item = String>) -> impl Iterator<Item = Batch> {
    let mut records = records.peekable();
    std::iter::from_fn(move || {
        records.peek()?;
        let mut batch = Batch { body: BEGIN.to_owned(), records: 0 };
        loop {
            let full = |record: &String| {
                let more = record.len() + BEFORE.len() + AFTER.len() + 1 + END.len();
                batch.records == 0 || (batch.records < RECORDS && batch.body.len() + more <= BYTES)
            };
            let Some(record) = records.next_if(full) else { break };
            if batch.records > 0 {
                batch.body.push(',');
            }
            batch.body.push_str(BEFORE);
            batch.body.push_str(&record);
            batch.body.push_str(AFTER);
            batch.records += 1;
        }
        batch.body.push_str(END);
        Some(batch)
    })
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Batch, RECORDS, batches};

    #[test]
    fn batches_are_bounded_in_records_and_bytes() {
        let small = (0..RECORDS + 1).map(|number| format!("{{\"objectID\":\"{number}\"}}"));
        let sizes: Vec<usize> = batches(small).map(|batch| batch.records).collect();
        assert_eq!(sizes, [RECORDS, 1]);
        let large = (0..BYTES / 9_000 * 2).map(|_| format!("\"{}\"", "x".repeat(9_998)));
        let all: Vec<Batch> = batches(large).collect();
        assert!(all.iter().all(|batch| batch.body.len() <= BYTES));
        assert_eq!(all.iter().map(|batch| batch.records).sum::<usize>(), BYTES / 9_000 * 2);
        assert_eq!(batches(std::iter::empty()).count(), 0);
    }

    #[test]
    fn a_batch_is_what_the_service_reads() {
        let all: Vec<Batch> = batches(["{\"a\":1}", "{\"b\":2}"].map(str::to_owned).into_iter()).collect();
        assert_eq!(
            all[0].body,
            r#"{"requests":[{"action":"addObject","body":{"a":1}},{"action":"addObject","body":{"b":2}}]}"#
        );
    }
}
