//! Writes the documents of a call. Until its run has ended, a file says that it has not: whoever finds it takes no old
//! document for that of this run.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::wanted::{Documents, Target, Wanted};
use super::workspace::Workspace;
use crate::cli::exit::Problem;
use crate::cli::outlet::Way;
use crate::cli::words::shown;
use crate::filter;
use crate::render::documents::{Format, Model, Places, Unplaced, render, render_summary};

/// Writes documents.
pub(in crate::cli) struct Writer<'a> {
    documents: &'a Documents,
    way: &'a Cell<Way>,
    workspace: Workspace,
    trouble: Option<Problem>,
}

impl<'a> Writer<'a> {
    /// For the documents of a call; `way` is that of its answer.
    pub(in crate::cli) fn new(documents: &'a Documents, way: &'a Cell<Way>) -> Self {
        let workspace = Workspace::new(documents.workspace.as_deref(), documents.folder.as_deref());
        Self { documents, way, workspace, trouble: None }
    }

    /// What was in the way of a file.
    pub(in crate::cli) fn trouble(&mut self) -> Result<(), Problem> {
        self.trouble.take().map_or(Ok(()), Err)
    }

    fn take_note(&mut self, path: &Path, written: io::Result<()>) {
        if let Err(cause) = written {
            self.trouble.get_or_insert_with(|| of_file(path, cause));
        }
    }
}

impl Documents {
    /// Puts in the place of each file one that says that the run has not ended.
    ///
    /// # Errors
    /// When a file cannot be written: then nothing was done.
    pub(in crate::cli) fn begin(&self) -> Result<(), Problem> {
        let model = Model::of_a_run_that_has_not_ended();
        for Wanted { format, to } in &self.wanted {
            let Target::File(path) = to else { continue };
            // A pipe is read only once.
            if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
                continue;
            }
            write(path, *format, &model, &Unplaced).map_err(|cause| of_file(path, cause))?;
        }
        Ok(())
    }
}

impl filter::Documents for Writer<'_> {
    fn began_ms(&self) -> u64 {
        self.documents.began_ms
    }

    fn write(&mut self, model: &Model<'_>, out: &mut dyn Write) -> io::Result<()> {
        let documents = self.documents;
        for Wanted { format, to } in &documents.wanted {
            if let Target::File(path) = to {
                let written = write(path, *format, model, &self.workspace);
                self.take_note(path, written);
            }
        }
        if let Some(path) = &documents.summary {
            let written = add_summary(path, model);
            self.take_note(path, written);
        }
        for Wanted { format, to } in &documents.wanted {
            if matches!(to, Target::Log | Target::Instead) {
                self.way.set(Way::Plain);
                render(*format, model, &self.workspace, out)?;
            }
        }
        out.flush()
    }
}

fn of_file(path: &Path, cause: io::Error) -> Problem {
    Problem::output(&format!("the document {}", shown(&path.to_string_lossy())), cause)
}

/// Adds to the summary of a step, which others write too.
fn add_summary(path: &Path, model: &Model<'_>) -> io::Result<()> {
    let mut file = BufWriter::new(OpenOptions::new().append(true).create(true).open(path)?);
    render_summary(model, &mut file)?;
    file.flush()
}

/// Writes a file as a whole or not at all.
fn write(path: &Path, format: Format, model: &Model<'_>, places: &dyn Places) -> io::Result<()> {
    let fill = |file: File| {
        let mut file = BufWriter::new(file);
        render(format, model, places, &mut file)?;
        file.flush()
    };
    let found = match fs::metadata(path) {
        Ok(found) if found.is_file() => Some(found),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
        // A pipe or a device. Of one of Windows the system reports nothing.
        _ => return fill(OpenOptions::new().write(true).open(path)?),
    };
    // A link stays one.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if let (None, Some(folder)) = (&found, path.parent()) {
        fs::create_dir_all(folder)?;
    }
    let beside = beside(&path);
    let done = || {
        fill(OpenOptions::new().write(true).create_new(true).open(&beside)?)?;
        if let Some(found) = found {
            fs::set_permissions(&beside, found.permissions())?;
        }
        fs::rename(&beside, &path)
    };
    let written = done();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The file that becomes the document.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.weir-{}", std::process::id()))
}
