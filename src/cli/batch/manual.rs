//! What help and the manual page say of `weir batch`.

use crate::cli::manual::Part;

/// The parts, in the order in which they are printed.
pub(in crate::cli) const PARTS: &[Part] = &[
    Part {
        title: "What is read",
        text: "\
Files as they are, or packed by gzip, xz or zstd, known by their content; zip
archives, each file in them a log. Of GitHub Actions' archives and folders
each job is read once: its whole log, or else its steps in their order. More
than 4 GiB out of a file, and more than 200 times its size, is refused, as is
an archive inside an archive. Folders are read in the order of their names. In
them, names that begin with a dot, links, pipes and devices are left out and
counted in the summary. A PATH that is no file may be a pattern of *, ?, [..],
{a,b} and **. './-' and './@x' are files of those names.",
    },
    Part {
        title: "What is written",
        text: "\
A line of JSON for each log (weir.batch/1), in the order of the PATHs however
many work at once: kind (log), path, member of an archive, verdict, counts,
runner, duration, bytes, failures with id and message. The duration is that of
the run, in seconds, by the time stamps of the log's first and last line, else
null. What cannot be read has a line of the kind 'error'. The last line, of
the kind 'summary', holds the numbers, and the failures that several logs
share: in how many, in which first, in which last.",
    },
    Part {
        title: "Exit codes",
        text: "\
0    no log failed; or --exit-zero
1    a log failed
2    wrong usage; nothing was read
3    none failed, and one is incomplete, or unknown with a sign of a failure,
     or could not be read; or there was no log
70   a bug in weir
74   a line could not be written
130  after SIGINT, else 128 + n after signal n",
    },
    Part {
        title: "Examples",
        text: "\
weir batch logs/ more.zip
weir batch 'archive/**/*.log.gz' | jq 'select(.verdict == \"failed\")'
find . -name '*.txt' -print0 | weir batch -0 -
parallel -X weir batch --no-summary --exit-zero ::: logs/*",
    },
];
