//! Every report of `testdata/reports`, read whole: its events as rows, compared with the rows beside it.

use std::path::Path;

use super::rows::rows;
use super::sniff;

#[test]
fn the_events_of_every_report_are_as_they_are_written_beside_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/reports");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let kinds = ["xml", "json", "jsonl", "ndjson", "sarif", "trx"];
    files.retain(|file| {
        file.extension().and_then(|kind| kind.to_str()).is_some_and(|kind| kinds.contains(&kind))
    });
    files.sort();
    assert_eq!(files.len(), 31);
    for file in files {
        let bytes = std::fs::read(&file).unwrap();
        let kind = sniff(&bytes).unwrap();
        let (rows, result) = rows(kind, &bytes);
        let shown = format!("{}: {result:?}\n{}", kind.name(), rows.join("\n"));
        insta::with_settings!({snapshot_path => &folder, prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(file.file_name().unwrap().to_str().unwrap(), shown);
        });
    }
}
