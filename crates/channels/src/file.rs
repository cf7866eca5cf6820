//! Fetching a file from where a carrier keeps it.

use std::time::Duration;

use reqwest::header::LOCATION;
use reqwest::{Client, RequestBuilder, Response};
use url::{Host, Url};

use crate::FileResult;
use crate::http::broken;
use crate::resolver::points_inside;

/// As much as any carrier takes in one text.
const FILE_BYTES: usize = 16 * 1024 * 1024;
/// A file is larger than an answer, and nobody waits for it.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often it may be said that the file is somewhere else.
const MOVES: usize = 4;
const ELSEWHERE: &str = "it is somewhere that files are not fetched from";

/// Fetches a file. What `sign` adds goes to the carrier's own address and nowhere else: carriers keep files with others, and say so by a
/// redirect.
pub(crate) async fn fetch(
    http: &Client,
    base: &Url,
    url: &str,
    sign: impl Fn(RequestBuilder) -> RequestBuilder + Sync,
) -> FileResult {
    let Ok(mut at) = Url::parse(url) else {
        return gone("it has no address");
    };
    for _ in 0..=MOVES {
        if !may_ask(base, &at) {
            return gone(ELSEWHERE);
        }
        let mut request = http.get(at.clone()).timeout(PATIENCE);
        if at.origin() == base.origin() {
            request = sign(request);
        }
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) if points_inside(&error) => return gone(ELSEWHERE),
            Err(error) => return not_now(&broken(&error).to_string()),
        };
        match response.status().as_u16() {
            200 => return content(response).await,
            301 | 302 | 303 | 307 | 308 => match moved(&at, &response) {
                Some(next) => at = next,
                None => return gone("the carrier does not say where it is"),
            },
            400 | 404 | 410 => return gone("the carrier does not have it any more"),
            401 | 403 => return not_now("the carrier does not let us have it"),
            _ => return not_now("the carrier could not give it"),
        }
    }
    gone("it is always somewhere else")
}

/// Whether a file may be fetched from here: from the carrier itself, or from a name on the internet. An address inside is nobody's
/// storage; where the name leads to is looked at by the [`crate::resolver`].
fn may_ask(base: &Url, at: &Url) -> bool {
    if !at.username().is_empty() || at.password().is_some() {
        return false;
    }
    let named = match at.host() {
        Some(Host::Domain(name)) => name.trim_end_matches('.').contains('.'),
        _ => false,
    };
    at.origin() == base.origin() || (at.scheme() == "https" && named)
}

fn moved(from: &Url, response: &Response) -> Option<Url> {
    let to = response.headers().get(LOCATION)?.to_str().ok()?;
    from.join(to).ok()
}

async fn content(mut response: Response) -> FileResult {
    let mut content = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) => content.extend_from_slice(&chunk),
            Ok(None) => return FileResult::Fetched { content },
            Err(error) => return not_now(&broken(&error).to_string()),
        }
        if content.len() > FILE_BYTES {
            return gone("it is larger than 16 MiB");
        }
    }
}

fn gone(reason: &str) -> FileResult {
    FileResult::Gone {
        reason: reason.to_owned(),
    }
}

fn not_now(reason: &str) -> FileResult {
    FileResult::NotNow {
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_fetched_from_the_carrier_and_from_names_on_the_internet() {
        let base = Url::parse("https://api.twilio.com").unwrap();
        let ours = Url::parse("http://127.0.0.1:4010").unwrap();
        for (at, from_twilio, from_ours) in [
            ("https://api.twilio.com/2010/Media/ME1", true, true),
            ("https://mms.twiliocdn.com/x.jpg", true, true),
            ("http://mms.twiliocdn.com/x.jpg", false, false),
            ("http://127.0.0.1:4010/Media/ME1", false, true),
            ("http://127.0.0.1:4011/Media/ME1", false, false),
            ("https://127.0.0.1/x", false, false),
            ("https://169.254.169.254/latest", false, false),
            ("https://[::1]/x", false, false),
            ("https://localhost/x", false, false),
            ("https://me:secret@mms.twiliocdn.com/x", false, false),
            ("file:///etc/passwd", false, false),
        ] {
            let at = Url::parse(at).unwrap();
            assert_eq!(may_ask(&base, &at), from_twilio, "{at}");
            assert_eq!(may_ask(&ours, &at), from_ours, "{at}");
        }
    }
}
