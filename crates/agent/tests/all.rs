//! What the crate promises to withstand. The model is assumed to be hijacked: it does exactly what the attacker says.

#[cfg(test)]
mod suite {
    mod hijack;
    mod scene;

    mod agentdojo;
    mod agentdojo_tools;
    mod closed;
    mod corpus;
    mod hops;
    mod routes;
}
