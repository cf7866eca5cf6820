//! The web UI is embedded from a folder that the web build makes; cargo must look at it to notice a new one.

fn main() {
    let dist = "../../web/dist";
    // Without a web build the folder is empty, and the server says so instead of showing a UI.
    if let Err(error) = std::fs::create_dir_all(dist) {
        println!("cargo:warning=cannot make {dist}: {error}");
    }
    println!("cargo:rerun-if-changed={dist}");
}
