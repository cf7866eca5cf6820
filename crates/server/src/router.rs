//! Every address of the API, and the rule that each names who may call it.

use std::future::Future;

use axum::Router;
use axum::routing::get;
use tower::layer::layer_fn;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;

use crate::app::App;
use crate::auth::{Anyone, Caller};
use crate::http::idempotency::Once;
use crate::routes::{
    accounts, agent, agents, approvals, chat, contacts, conversations, effects, events, flags,
    health, inbox, jobs, keys, lines, me, members, memory, metrics, notices, openai, openapi, org,
    passages, phone, rag, ready, schedules, sign_in, sign_out, skills, suggestions, threads, tools,
    turns, usage, webhooks, workspace,
};
use crate::{openapi as document, web_ui};

/// Who may call a handler. [`Caller`] is an authenticated member, [`Anyone`] says so in so many words.
pub(crate) trait Guard {}
impl Guard for Caller {}
impl Guard for Anyone {}

/// A handler whose first argument is a [`Guard`]. Only such a handler fits into the router: authentication cannot be
/// forgotten, since without it nothing compiles.
pub(crate) trait Guarded<Arguments> {}

macro_rules! guarded_functions {
    ($(($($argument:ident),*)),+) => {$(
        impl<F, Answer, G, $($argument),*> Guarded<(G, $($argument,)*)> for F
        where
            F: Fn(G, $($argument),*) -> Answer,
            Answer: Future,
            G: Guard,
        {
        }
    )+};
}
guarded_functions!((), (A1), (A1, A2), (A1, A2, A3));

/// That a handler is guarded.
struct Proof;

fn prove<Arguments, H: Guarded<Arguments>>(_handler: H) -> Proof {
    Proof
}

/// The API's routes. They can be added by [`route!`] alone, which proves each handler guarded.
struct ApiRouter(OpenApiRouter<App>);

impl ApiRouter {
    fn add(self, _proofs: &[Proof], routes: UtoipaMethodRouter<App>) -> Self {
        Self(self.0.routes(routes))
    }
}

/// Adds the handlers of one path.
macro_rules! route {
    ($router:ident, $($handler:path),+) => {
        $router.add(&[$(prove($handler)),+], routes!($($handler),+))
    };
}

/// The whole application without the layers around it, and its description.
pub(crate) fn router(app: App) -> (Router, OpenApi) {
    let (routes, description) = parts();
    let page = openapi::Page::new(&description);
    let once = app.clone();
    let router = routes
        .route_layer(layer_fn(move |inner| Once::new(inner, once.clone())))
        .with_state(app)
        .merge(openapi::router(page))
        .route("/favicon.ico", get(web_ui::serve_ui))
        .fallback(web_ui::serve_ui);
    (router, description)
}

/// The API's description alone.
pub(crate) fn description() -> OpenApi {
    parts().1
}

fn parts() -> (Router<App>, OpenApi) {
    let (routes, mut description) = api().0.split_for_parts();
    document::describe_answers(&mut description);
    (routes, description)
}

fn api() -> ApiRouter {
    let router = ApiRouter(OpenApiRouter::with_openapi(document::base()));
    compatible(keeping_accounts(sharing(remembering(talking(work(
        people(router),
    ))))))
}

/// The accounts, asked and changed in sentences.
fn keeping_accounts(router: ApiRouter) -> ApiRouter {
    let router = route!(router, accounts::query_accounts);
    let router = route!(router, accounts::stream_query);
    let router = route!(router, accounts::confirm_account);
    let router = route!(router, accounts::search_accounts);
    let router = route!(router, accounts::clear_account_cache);
    let router = route!(router, accounts::get_account_tree);
    let router = route!(router, accounts::get_account_file);
    let router = route!(router, accounts::list_accounts);
    let router = route!(router, accounts::get_account);
    let router = route!(router, accounts::list_all_proposals);
    let router = route!(router, accounts::list_proposals);
    route!(router, accounts::decide_proposal)
}

/// Who is here, and how they come in.
fn people(router: ApiRouter) -> ApiRouter {
    let router = route!(router, health::health);
    let router = route!(router, ready::ready);
    let router = route!(router, metrics::metrics);
    let router = route!(router, sign_in::with_password);
    let router = route!(router, sign_in::with_link);
    let router = route!(router, sign_out::sign_out);
    let router = route!(router, me::get_me);
    let router = route!(router, me::get_alerts);
    let router = route!(router, me::update_me);
    let router = route!(router, me::set_password);
    let router = route!(router, org::get_org, org::update_org);
    let router = route!(router, flags::list_flags);
    let router = route!(router, flags::put_flag);
    let router = route!(router, members::list_members, members::create_member);
    let router = route!(
        router,
        members::get_member,
        members::update_member,
        members::delete_member
    );
    let router = route!(router, members::identifiers::add_member_identifier);
    let router = route!(router, members::identifiers::remove_member_identifier);
    let router = route!(router, members::link::create_sign_in_link);
    let router = route!(router, members::forget::forget_member);
    let router = route!(router, keys::list_keys, keys::create_key);
    let router = route!(router, keys::get_key, keys::revoke_key);
    let router = route!(router, contacts::list_contacts, contacts::create_contact);
    let router = route!(
        router,
        contacts::get_contact,
        contacts::update_contact,
        contacts::delete_contact
    );
    let router = route!(router, contacts::identifiers::add_contact_identifier);
    let router = route!(router, contacts::identifiers::remove_contact_identifier);
    let router = route!(
        router,
        contacts::consent::list_consent,
        contacts::consent::note_consent
    );
    let router = route!(router, contacts::forget::forget_contact);
    let router = route!(router, lines::list_lines, lines::create_line);
    route!(
        router,
        lines::get_line,
        lines::update_line,
        lines::delete_line
    )
}

/// What agents do.
fn work(router: ApiRouter) -> ApiRouter {
    let router = route!(router, agents::list_agents, agents::create_agent);
    let router = route!(
        router,
        agents::get_agent,
        agents::replace_agent,
        agents::delete_agent
    );
    let router = route!(router, agents::reset_agent);
    let router = route!(router, agents::drafts::list_drafts);
    let router = route!(router, agents::drafts::count_drafts);
    let router = route!(router, tools::list_tools);
    let router = route!(router, skills::list_skills);
    let router = route!(router, skills::put_skill_scripts);
    let router = route!(router, threads::list_threads);
    let router = route!(router, threads::get_thread);
    let router = route!(router, threads::release_thread);
    let router = route!(router, threads::stop_thread);
    let router = route!(router, chat::chat);
    let router = route!(router, chat::resume_chat);
    let router = route!(router, conversations::list_conversations);
    let router = route!(
        router,
        conversations::get_conversation,
        conversations::rename_conversation,
        conversations::delete_conversation
    );
    let router = route!(router, threads::summaries::list_summaries);
    let router = route!(router, threads::summaries::list_items);
    let router = route!(router, threads::context::get_context);
    let router = route!(router, turns::list_turns);
    let router = route!(router, turns::debug::debug_turn);
    let router = route!(router, turns::get_turn);
    let router = route!(router, turns::replay_turn);
    let router = seen_to(router);
    let router = route!(
        router,
        schedules::list_schedules,
        schedules::create_schedule
    );
    let router = route!(
        router,
        schedules::get_schedule,
        schedules::replace_schedule,
        schedules::delete_schedule
    );
    let router = route!(router, passages::forget_passage);
    let router = route!(router, jobs::list_jobs);
    let router = route!(router, jobs::retry_job);
    let router = route!(router, usage::get_usage);
    let router = route!(router, usage::get_checkpoint);
    let router = route!(router, webhooks::twilio_sms);
    let router = route!(router, webhooks::twilio_status);
    route!(router, webhooks::quo::quo_event)
}

/// What people see to: questions, drafts, messages and troubles.
fn seen_to(router: ApiRouter) -> ApiRouter {
    let router = route!(router, approvals::list_approvals);
    let router = route!(router, approvals::get_approval);
    let router = route!(router, approvals::decide_approval);
    let router = route!(router, suggestions::list_suggestions);
    let router = route!(router, suggestions::get_suggestion);
    let router = route!(router, suggestions::send_suggestion);
    let router = route!(router, suggestions::dismiss_suggestion);
    let router = route!(router, inbox::list_inbox);
    let router = route!(router, inbox::get_inbox_thread);
    let router = route!(
        router,
        inbox::messages::list_inbox_messages,
        inbox::messages::send_inbox_message
    );
    let router = route!(router, phone::get_phone);
    let router = route!(
        router,
        phone::list_phone_messages,
        phone::send_phone_message
    );
    let router = route!(router, inbox::files::get_message_file);
    let router = route!(router, inbox::read_inbox_thread);
    let router = route!(router, inbox::take_over);
    let router = route!(router, inbox::hand_back);
    let router = route!(router, effects::list_effects);
    let router = route!(router, effects::get_effect);
    let router = route!(router, effects::decide_effect);
    let router = route!(router, notices::list_notices);
    route!(router, notices::resolve_notice)
}

/// The agent's own API, and what happens.
fn talking(router: ApiRouter) -> ApiRouter {
    let router = route!(router, events::follow_events);
    let router = route!(router, agent::chat::chat_with_agent);
    let router = route!(
        router,
        agent::config::get_agent_config,
        agent::config::put_agent_config
    );
    let router = route!(router, agent::conversations::list_agent_conversations);
    let router = route!(router, agent::conversations::list_agent_items);
    route!(router, agent::conversations::delete_agent_conversation)
}

/// What is remembered.
fn remembering(router: ApiRouter) -> ApiRouter {
    let router = route!(router, memory::blocks::list_blocks);
    let router = route!(
        router,
        memory::blocks::get_block,
        memory::blocks::put_block,
        memory::blocks::delete_block
    );
    let router = route!(router, memory::versions::list_block_versions);
    let router = route!(router, memory::versions::undo_block);
    let router = route!(
        router,
        memory::archival::list_notes,
        memory::archival::create_note
    );
    let router = route!(router, memory::archival::delete_note);
    let router = route!(router, memory::search::search_memory);
    let router = route!(router, memory::search::search_documents);
    let router = route!(
        router,
        rag::documents::list_documents,
        rag::documents::create_document
    );
    let router = route!(
        router,
        rag::documents::get_document,
        rag::documents::delete_document
    );
    let router = route!(router, rag::documents::list_document_passages);
    route!(router, rag::stats::get_memory_stats)
}

/// The files of the team.
fn sharing(router: ApiRouter) -> ApiRouter {
    let router = route!(router, workspace::list_folder);
    let router = route!(router, workspace::read_file);
    let router = route!(router, workspace::write::write_file);
    let router = route!(router, workspace::write::make_folder);
    let router = route!(router, workspace::write::delete_path);
    let router = route!(router, workspace::write::restore_file);
    let router = route!(router, workspace::history::list_revisions);
    route!(router, workspace::download::download_file)
}

/// What programs written for OpenAI call.
fn compatible(router: ApiRouter) -> ApiRouter {
    let router = route!(router, openai::models::list_models);
    let router = route!(router, openai::models::get_model);
    let router = route!(router, openai::embeddings::create_embeddings);
    let router = route!(router, openai::chat::create_completion);
    let router = route!(router, openai::responses::create_response);
    let router = route!(
        router,
        openai::responses::get_response,
        openai::responses::delete_response
    );
    let router = route!(router, openai::responses::cancel_response);
    let router = route!(router, openai::responses::list_input_items);
    let router = route!(
        router,
        openai::conversations::create_conversation,
        openai::conversations::list_openai_conversations
    );
    let router = route!(router, openai::conversations::delete_conversations);
    let router = route!(
        router,
        openai::conversations::get_openai_conversation,
        openai::conversations::update_conversation,
        openai::conversations::delete_openai_conversation
    );
    let router = route!(
        router,
        openai::instructions::create_instruction,
        openai::instructions::list_instructions
    );
    let router = route!(
        router,
        openai::instructions::get_instruction,
        openai::instructions::update_instruction,
        openai::instructions::delete_instruction
    );
    let router = route!(router, openai::instructions::set_default_instruction);
    let router = route!(
        router,
        openai::conversations::items::list_conversation_items,
        openai::conversations::items::create_conversation_items
    );
    route!(
        router,
        openai::conversations::items::get_conversation_item,
        openai::conversations::items::delete_conversation_item
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Json;

    /// Compiles only if `H` is not guarded: were it, two implementations would fit.
    macro_rules! assert_unguarded {
        ($handler:ty, $arguments:ty) => {{
            trait Ambiguous<A> {
                fn check() {}
            }
            impl<T: ?Sized> Ambiguous<()> for T {}
            struct IsGuarded;
            impl<T: ?Sized + Guarded<$arguments>> Ambiguous<IsGuarded> for T {}
            <$handler as Ambiguous<_>>::check()
        }};
    }

    #[test]
    fn a_handler_that_names_nobody_does_not_fit_into_the_router() {
        type Open = fn(Json<String>) -> std::future::Ready<()>;
        assert_unguarded!(Open, (Json<String>,));
        type Late = fn(Json<String>, Caller) -> std::future::Ready<()>;
        assert_unguarded!(Late, (Json<String>, Caller));
    }

    #[test]
    fn a_handler_that_names_its_caller_does() {
        fn handler(_: Caller, _: Json<String>) -> std::future::Ready<()> {
            std::future::ready(())
        }
        prove(handler);
    }
}
