use super::*;

fn rendered(record: impl FnOnce()) -> String {
    let recorder = builder().unwrap().build_recorder();
    let metrics = Metrics {
        handle: recorder.handle(),
        started: Instant::now(),
    };
    ::metrics::with_local_recorder(&recorder, || {
        describe();
        record();
        metrics.render()
    })
}

#[test]
fn durations_are_sorted_into_buckets() {
    let text = rendered(|| ::metrics::histogram!("http_request_duration_seconds").record(0.003));
    assert!(
        text.contains("# TYPE http_request_duration_seconds histogram"),
        "{text}"
    );
    assert!(
        text.contains("http_request_duration_seconds_bucket{le=\"0.0025\"} 0"),
        "{text}"
    );
    assert!(
        text.contains("http_request_duration_seconds_bucket{le=\"0.005\"} 1"),
        "{text}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn the_process_reports_on_itself() {
    let text = rendered(|| ());
    let value = |name: &str| -> f64 {
        let prefix = format!("{name} ");
        let line = text.lines().find_map(|line| line.strip_prefix(&prefix));
        line.unwrap_or_else(|| panic!("no {name} in {text}"))
            .parse()
            .unwrap()
    };
    assert!(value("process_resident_memory_bytes") > 1_000_000.0);
    assert!(value("process_open_fds") >= 3.0);
    assert!(value("process_uptime_seconds") >= 0.0);
}
