//! The words with which MSBuild and Visual Studio sum up a build, in the languages of their resources. No state.

use crate::budget::Count as _;
use crate::recognize::kit::scan;
use crate::recognize::kit::shape::{Shape, first, shape};

/// How a build is reported to have succeeded, above the number of its errors.
const SUCCEEDED: [&str; 16] = [
    "Build succeeded.",
    "ビルドに成功しました。",
    "ビルドが正常に完了しました。",
    "Der Buildvorgang wurde erfolgreich ausgeführt.",
    "Build erfolgreich.",
    "La génération a réussi.",
    "已成功生成。",
    "生成成功。",
    "建置成功。",
    "Compilación correcta.",
    "Compilazione completata.",
    "Compilação com êxito.",
    "Сборка успешно завершена.",
    "Kompilacja powiodła się.",
    "빌드했습니다.",
    "Sestavení proběhlo úspěšně.",
];

/// How it is reported to have failed.
const FAILED: [&str; 14] = [
    "Build FAILED.",
    "ビルドに失敗しました。",
    "Fehler beim Buildvorgang.",
    "Fehler beim Erstellen.",
    "ÉCHEC de la build.",
    "La génération a échoué.",
    "生成失败。",
    "建置失敗。",
    "ERROR al compilar.",
    "Compilazione NON RIUSCITA.",
    "FALHA da compilação.",
    "Ошибка сборки.",
    "Kompilacja NIE POWIODŁA SIĘ.",
    "빌드하지 못했습니다.",
];

/// The number of its errors.
const ERRORS: [Shape; 15] = [
    shape("{errors} Error(s)"),
    shape("{errors} エラー"),
    shape("{errors} 個のエラー"),
    shape("{errors} Fehler"),
    shape("{errors} Erreur(s)"),
    shape("{errors} 个错误"),
    shape("{errors} 個錯誤"),
    shape("{errors} Errores"),
    shape("{errors} Error(es)"),
    shape("Errori: {errors}"),
    shape("{errors} Erro(s)"),
    shape("Ошибок: {errors}"),
    shape("Liczba błędów: {errors}"),
    shape("오류 {errors}개"),
    shape("Počet chyb: {errors}"),
];

/// How the time is announced that it took.
const ELAPSED: [&str; 13] = [
    "Time Elapsed ",
    "経過時間 ",
    "Verstrichene Zeit ",
    "Temps écoulé ",
    "已用时间 ",
    "經過時間 ",
    "Tiempo transcurrido ",
    "Tempo trascorso ",
    "Tempo Decorrido ",
    "Прошло времени ",
    "Czas, który upłynął",
    "경과 시간",
    "Uplynulý čas ",
];

/// What Visual Studio did, in the line that sums it up.
const ACTIONS: [&str; 22] = [
    "Build",
    "Rebuild All",
    "Clean",
    "Deploy",
    "Publish",
    "Erstellen",
    "Alles neu erstellen",
    "Génération",
    "Régénération globale",
    "Régénérer tout",
    "Compilar",
    "Compilación",
    "Generar",
    "Volver a generar todo",
    "生成",
    "全部重新生成",
    "建置",
    "全部重建",
    "ビルド",
    "すべてリビルド",
    "Сборка",
    "Compilazione",
];

/// How the lines begin that a recognizer has to see, other than English ones and those that begin with a number.
pub(super) const STARTS: [&str; 37] = [
    "ビルド",
    "Der Buildvorgang ",
    "Build erfolgreich.",
    "La génération a ",
    "已成功生成。",
    "生成成功。",
    "生成失败。",
    "建置成功。",
    "建置失敗。",
    "Compilación correcta.",
    "Compilazione ",
    "Compilação com êxito.",
    "Сборка успешно ",
    "Kompilacja ",
    "빌드",
    "Sestavení proběhlo ",
    "Fehler beim ",
    "ÉCHEC de la build.",
    "ERROR al compilar.",
    "FALHA da compilação.",
    "Ошибка сборки.",
    "Errori: ",
    "Ошибок: ",
    "Liczba błędów: ",
    "오류 ",
    "Počet chyb: ",
    "========== ",
    "経過時間 ",
    "Verstrichene Zeit ",
    "Temps écoulé ",
    "已用时间 ",
    "經過時間 ",
    "Tiempo transcurrido ",
    "Tempo ",
    "Прошло времени ",
    "Czas, który upłynął",
    "경과 시간",
];

/// What is after the number of errors.
pub(super) const NUMBERED: [&str; 10] = [
    " Error(s)",
    " エラー",
    " 個のエラー",
    " Fehler",
    " Erreur(s)",
    " 个错误",
    " 個錯誤",
    " Errores",
    " Error(es)",
    " Erro(s)",
];

/// Whether the line says that the build succeeded.
pub(super) fn succeeded(bare: &str) -> bool {
    SUCCEEDED.contains(&bare)
}

/// Whether the line says that it failed.
pub(super) fn failed(bare: &str) -> bool {
    FAILED.contains(&bare)
}

/// The number of errors that the line reports.
pub(super) fn errors(bare: &str) -> Option<u64> {
    first(&ERRORS, bare)?.errors
}

/// Whether the line says how long the build took.
pub(super) fn elapsed(bare: &str) -> bool {
    ELAPSED.iter().any(|start| bare.starts_with(start))
}

/// What Visual Studio sums up: how many projects were built or are up to date, and how many failed.
pub(super) fn projects(bare: &str) -> Option<(u64, u64)> {
    let words = ruled(bare)?;
    let (action, numbers) = words.split_once([':', '：'])?;
    if !ACTIONS.contains(&action.trim_end()) {
        return None;
    }
    let mut counts = [0_u64; 4];
    let mut parts = 0_usize;
    for part in numbers.split([',', '，', '、']) {
        let digits = part.find(|each: char| each.is_ascii_digit())?;
        let (count, _) = scan::number(part.get(digits..)?)?;
        *counts.get_mut(parts)? = count;
        parts.up(1);
    }
    let [succeeded, failed, known, _] = counts;
    match parts {
        // What was rebuilt cannot be up to date.
        3 => Some((succeeded, failed)),
        4 => Some((succeeded.saturating_add(known), failed)),
        _ => None,
    }
}

/// The words between Visual Studio's rulers.
pub(super) fn ruled(bare: &str) -> Option<&str> {
    bare.strip_prefix("========== ")?.strip_suffix(" ==========")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_a_sign() {
        let words = SUCCEEDED.iter().chain(&FAILED).chain(&ELAPSED);
        for word in words.filter(|word| !word.starts_with("Build ") && !word.starts_with("Time ")) {
            assert!(word.starts_with("Uply") || STARTS.iter().any(|start| word.starts_with(start)), "{word}");
        }
    }

    #[test]
    fn a_summary_is_read_in_every_language() {
        for (good, bad, number) in [
            ("Build succeeded.", "Build FAILED.", "3 Error(s)"),
            ("La génération a réussi.", "La génération a échoué.", "3 Erreur(s)"),
            ("已成功生成。", "生成失败。", "3 个错误"),
            ("Compilazione completata.", "Compilazione NON RIUSCITA.", "Errori: 3"),
            ("빌드했습니다.", "빌드하지 못했습니다.", "오류 3개"),
        ] {
            assert!(succeeded(good) && failed(bad) && errors(number) == Some(3), "{good}");
        }
        assert!(!succeeded("Build succeeded") && errors("3 Fehlerquellen").is_none());
    }

    #[test]
    fn the_projects_of_visual_studio_are_counted() {
        for (text, built, bad) in [
            ("========== Build: 1 succeeded, 0 failed, 2 up-to-date, 0 skipped ==========", 3, 0),
            ("========== Rebuild All: 1 succeeded, 2 failed, 0 skipped ==========", 1, 2),
            ("========== Erstellen: 4 erfolgreich, Fehler bei 1, 0 aktuell, 0 übersprungen ==========", 4, 1),
            ("========== 生成: 成功 1 个，失败 0 个，最新 0 个，跳过 0 个 ==========", 1, 0),
            ("========== すべてリビルド: 2 正常終了、0 失敗、0 スキップ ==========", 2, 0),
        ] {
            assert_eq!(projects(text), Some((built, bad)), "{text}");
        }
        for text in [
            "========== Build: no ==========",
            "========== Tests: 1 passed, 0 failed, 0 skipped ==========",
            "== Build: 1 succeeded, 0 failed, 0 skipped ==",
        ] {
            assert_eq!(projects(text), None, "{text}");
        }
    }
}
