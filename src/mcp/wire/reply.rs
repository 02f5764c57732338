//! Messages that weir writes itself, a line each.

use crate::text::json::string;

/// The code of an error inside the one who answers. Codes from -32000 to -32099 have meanings of their own to clients.
pub const INTERNAL_ERROR: i64 = -32603;

/// What is no JSON.
pub const PARSE_ERROR: i64 = -32700;
/// What is JSON and no request.
pub const INVALID_REQUEST: i64 = -32600;
/// A method that is not known.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// Params that are wrong.
pub const INVALID_PARAMS: i64 = -32602;

/// An error for a request; `id` is the id as the request has it.
#[must_use]
pub fn error(id: &str, code: i64, message: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{}}}", error_object(code, message))
}

/// An error by itself.
#[must_use]
pub fn error_object(code: i64, message: &str) -> String {
    let mut text = String::new();
    string(message, &mut text);
    format!("{{\"code\":{code},\"message\":{text}}}")
}

/// A result for a request; both are JSON as it is written.
#[must_use]
pub fn result(id: &str, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}")
}

/// Lets a server know that nobody waits for the answer to a request any more.
#[must_use]
pub fn cancelled(id: &str, reason: &str) -> String {
    let mut text = String::new();
    string(reason, &mut text);
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id},\"reason\":{text}}}}}"
    )
}

/// Lets a client know that the list of tools has changed; `subscription` is the id of the request that asked for such news.
#[must_use]
pub fn tools_changed(subscription: Option<&str>) -> String {
    const METHOD: &str = "\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"";
    match subscription {
        None => format!("{{{METHOD}}}"),
        Some(id) => format!(
            "{{{METHOD},\"params\":{{\"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}}}}}}"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_one_line_of_json() {
        for message in [
            error("\"a\\u0062\"", INTERNAL_ERROR, "line\n\"two\" \u{1b}"),
            result("1.0", "{}"),
            cancelled("null", "too\tlate"),
            tools_changed(None),
            tools_changed(Some("7")),
        ] {
            assert!(!message.contains('\n') && message.is_ascii(), "{message}");
            let read: serde_json::Value = serde_json::from_str(&message).unwrap();
            assert_eq!(read["jsonrpc"], "2.0");
        }
        assert!(error("1e2", 1, "x").contains("\"id\":1e2,"));
    }
}
