// Generated from docs/openapi.json by `npm run gen`. Do not edit.

export interface paths {
    "/api/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the accounts */
        get: operations["list_accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One account
         * @description As it stands, or as it stood on a day.
         */
        get: operations["get_account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/accounts/{account_id}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the sources of an account propose
         * @description Only what they say last and the account does not. Nothing of it is applied before somebody accepts it.
         */
        get: operations["list_proposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/accounts/{account_id}/proposals/{proposal_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept or dismiss what a source proposes
         * @description The history of the account tells either, with the line it rests on. Who comes second is told so.
         */
        post: operations["decide_proposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the agents */
        get: operations["list_agents"];
        put?: never;
        /** Make an agent */
        post: operations["create_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One agent */
        get: operations["get_agent"];
        /** Replace what is set of an agent */
        put: operations["replace_agent"];
        post?: never;
        /**
         * Delete an agent
         * @description One that has conversations stays: they are the record of what came in and what was sent.
         */
        delete: operations["delete_agent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an agent drafted
         * @description The newest first, with what people made of it.
         */
        get: operations["list_drafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}/drafts/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often an agent's drafts went out unchanged
         * @description By the kind of message that they answered, and together.
         */
        get: operations["count_drafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agent_id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set an agent back to what it was cloned from
         * @description Everything that can be set is again as the system's agent has it; what its member likes stays. For agents that have a `source`.
         */
        post: operations["reset_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the approvals
         * @description What is a member's own is shown to them and to admins.
         */
        get: operations["list_approvals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One approval */
        get: operations["get_approval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{approval_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about a tool call
         * @description The first decision counts. The agent is told, and makes the call if it was approved.
         */
        post: operations["decide_approval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the record has come
         * @description Keep the line somewhere else: with it, `steward verify` finds out if the end of the record was cut off.
         */
        get: operations["get_checkpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something in a chat, or decide what its agent asked for
         * @description Speaks the message stream of the AI SDK, versions 5 to 7. The turn goes on if the caller goes away; the same message again
         *     is not a second one.
         */
        post: operations["chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/{chat_id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go on reading the answer that is being written in a chat
         * @description From its beginning: at once what was said so far, then what is said, as it comes. 204 if none is being written.
         */
        get: operations["resume_chat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List or find contacts */
        get: operations["list_contacts"];
        put?: never;
        /** Add a contact */
        post: operations["create_contact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contacts/{contact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One contact */
        get: operations["get_contact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Removes the contact with everything known of them.
         */
        delete: operations["delete_contact"];
        options?: never;
        head?: never;
        /** Rename a contact, or say who answers them */
        patch: operations["update_contact"];
        trace?: never;
    };
    "/api/contacts/{contact_id}/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a contact's consent has changed
         * @description The newest first. Nothing is ever taken out of it. Of somebody who was forgotten it keeps that their address opted out, and no words.
         */
        get: operations["list_consent"];
        put?: never;
        /**
         * Write down what a contact told you
         * @description Whoever opts out gets nothing more at any of their addresses of this channel, and what waits for them is taken back. Only an admin
         *     writes down that somebody wants messages again.
         */
        post: operations["note_consent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contacts/{contact_id}/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a contact
         * @description Destroys the key of everything known of them: nobody can read it again, from a backup either. A job takes what they said
         *     out of everything else, wherever it was quoted; it stands among the jobs until it is done.
         */
        post: operations["forget_contact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contacts/{contact_id}/identifiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a way a contact is reached */
        post: operations["add_contact_identifier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contacts/{contact_id}/identifiers/{identifier_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a way a contact is reached away */
        delete: operations["remove_contact_identifier"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your conversations
         * @description The one with the newest message comes first.
         */
        get: operations["list_conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of your conversations */
        get: operations["get_conversation"];
        put?: never;
        post?: never;
        /**
         * Delete a conversation
         * @description Everything that was said in it goes, and what was remembered of it.
         */
        delete: operations["delete_conversation"];
        options?: never;
        head?: never;
        /** Call a conversation something else */
        patch: operations["rename_conversation"];
        trace?: never;
    };
    "/api/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what left or is about to
         * @description What is a member's own is shown to them and to admins.
         */
        get: operations["list_effects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/effects/{effect_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message and every try to send it */
        get: operations["get_effect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/effects/{effect_id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about a message that may have been sent
         * @description Only one in the state `review` can be decided about.
         */
        post: operations["decide_effect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the switches */
        get: operations["list_flags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/flags/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch something off, or on again
         * @description For this organisation, within a second and without a restart. What the configuration or the installation has off stays off.
         */
        put: operations["put_flag"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversations with contacts
         * @description The newest activity first.
         */
        get: operations["list_inbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{thread_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One conversation, and how it can be answered */
        get: operations["get_inbox_thread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{thread_id}/hand-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the agent answer again
         * @description It answers what comes next, and has read what was said meanwhile. If nobody has answered that, a notice says so.
         */
        post: operations["hand_back"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{thread_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was said in a conversation
         * @description The newest first.
         */
        get: operations["list_inbox_messages"];
        put?: never;
        /**
         * Write to the contact
         * @description It leaves as your own message from the line that the contact wrote to last, once for each `client_id`. The agent is told, and drafts
         *     that waited are outdated.
         */
        post: operations["send_inbox_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{thread_id}/messages/{message_id}/files/{file_no}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file that came with a text
         * @description Pictures that every browser shows safely come as such. Everything else is only ever downloaded: it is a stranger's.
         */
        get: operations["get_message_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{thread_id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note that the team has read a conversation
         * @description What was read never becomes unread again.
         */
        post: operations["read_inbox_thread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox/{thread_id}/take-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Talk to the contact in the agent's place
         * @description The agent stays silent until the conversation is handed back: what the contact writes is stored and shown, and nothing that the
         *     agent wrote leaves any more.
         */
        post: operations["take_over"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the jobs */
        get: operations["list_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/jobs/{job_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a job again that was given up
         * @description A job that was not given up is not found. The notice that it was given up is resolved.
         */
        post: operations["retry_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys */
        get: operations["list_keys"];
        put?: never;
        /**
         * Make an API key
         * @description It acts for the caller, can do no more than the caller may, and does not outlive the key that makes it.
         */
        post: operations["create_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One API key */
        get: operations["get_key"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It is refused from this moment on. One's own; anybody's for an owner; anybody's but an owner's for an admin.
         */
        delete: operations["revoke_key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the lines */
        get: operations["list_lines"];
        put?: never;
        /** Add a line */
        post: operations["create_line"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lines/{line_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One line */
        get: operations["get_line"];
        put?: never;
        post?: never;
        /** Remove a line */
        delete: operations["delete_line"];
        options?: never;
        head?: never;
        /** Change what a line is called, or who answers on it */
        patch: operations["update_line"];
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change one's own name, and whether one gets emails and texts */
        patch: operations["update_me"];
        trace?: never;
    };
    "/api/me/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** By which ways one can be told that a person must look */
        get: operations["get_alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set one's own password
         * @description Signs out every other browser.
         */
        put: operations["set_password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members */
        get: operations["list_members"];
        put?: never;
        /** Add a member */
        post: operations["create_member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{member_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One member */
        get: operations["get_member"];
        put?: never;
        post?: never;
        /**
         * Delete a member
         * @description Deletes everything that is theirs: keys, sessions, their own memory. What they did for the organisation stays.
         */
        delete: operations["delete_member"];
        options?: never;
        head?: never;
        /** Change a member's name or role */
        patch: operations["update_member"];
        trace?: never;
    };
    "/api/members/{member_id}/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a member
         * @description Deletes them with everything that is theirs and destroys its key: nobody can read it again, from a backup either. A job
         *     takes what they said out of everything else, wherever it was quoted; it stands among the jobs until it is done. The last
         *     owner cannot be forgotten.
         */
        post: operations["forget_member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{member_id}/identifiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a way a member is known */
        post: operations["add_member_identifier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{member_id}/identifiers/{identifier_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a way a member is known away */
        delete: operations["remove_member_identifier"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{member_id}/sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a link that signs a member in once */
        post: operations["create_sign_in_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notices
         * @description What is a member's own is shown to them and to admins.
         */
        get: operations["list_notices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notices/{notice_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note that somebody has seen to it
         * @description A notice that is resolved already is not found.
         */
        post: operations["resolve_notice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/org": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organisation */
        get: operations["get_org"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename the organisation */
        patch: operations["update_org"];
        trace?: never;
    };
    "/api/phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether there is a phone on the screen */
        get: operations["get_phone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/phone/{line_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what somebody sees on the phone
         * @description The newest first: what was written on it, and what has arrived from the line. For lines whose carrier is the phone on the screen.
         */
        get: operations["list_phone_messages"];
        put?: never;
        /**
         * Write on the phone
         * @description It comes in as a text from that number to the line, once for each `client_id`, and everything happens that a carrier's text makes
         *     happen. For lines whose carrier is the phone on the screen.
         */
        post: operations["send_phone_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the sources of all accounts propose
         * @description Each is decided on under its account. Nothing of it is applied before somebody accepts it.
         */
        get: operations["list_all_proposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schedules
         * @description An admin sees all; any other member those of their own conversations with agents.
         */
        get: operations["list_schedules"];
        put?: never;
        /** Make a schedule */
        post: operations["create_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One schedule */
        get: operations["get_schedule"];
        /**
         * Replace what is set of a schedule
         * @description Whoever is no admin can switch their own off and on, with everything else as it is.
         */
        put: operations["replace_schedule"];
        post?: never;
        /** Delete a schedule */
        delete: operations["delete_schedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the skills that agents can load
         * @description An agent is told of them if it was given `load_skill`.
         */
        get: operations["list_skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{name}/scripts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Allow the scripts of a skill to be run, or no longer
         * @description For admins. What is allowed are the files as they are: once one of them is changed, the permission is gone. Agents that have the
         *     skill can then run its scripts, apart from everything else, and a person is asked before every call.
         */
        put: operations["put_skill_scripts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the suggestions
         * @description `open` leaves those that still answer the last that was said, and that nobody has seen to.
         */
        get: operations["list_suggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suggestions/{suggestion_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One suggestion */
        get: operations["get_suggestion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suggestions/{suggestion_id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put the drafts aside */
        post: operations["dismiss_suggestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suggestions/{suggestion_id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one of the drafts
         * @description It leaves as your own message to the contact who wrote, from the line they wrote to. The first who decides counts.
         */
        post: operations["send_suggestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the threads
         * @description The one that began last comes first. What is a member's own is shown to them and to admins.
         */
        get: operations["list_threads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/threads/{thread_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One thread and its newest turns */
        get: operations["get_thread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/threads/{thread_id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the next turn of a thread would start from
         * @description For whoever wants to know why an agent answers as it does. Nothing is changed by looking.
         */
        get: operations["get_context"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/threads/{thread_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a thread
         * @description In their order.
         */
        get: operations["list_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/threads/{thread_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a thread on hold go on
         * @description The notice that it is on hold is resolved.
         */
        post: operations["release_thread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/threads/{thread_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the turn that runs on a thread
         * @description Says whether one was running. It ends at once if this process runs it, and within seconds if another node does.
         */
        post: operations["stop_thread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/threads/{thread_id}/summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the summaries of a thread
         * @description The newest first. Each names the items it covers, which `GET /api/threads/{thread_id}/items` has.
         */
        get: operations["list_summaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tools that agents can be given
         * @description What a turn has of them depends on the agent, on who wrote and on what the agent's owner may do.
         */
        get: operations["list_tools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the turns, the newest first
         * @description What is a member's own is shown to them and to admins.
         */
        get: operations["list_turns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns/debug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a turn and watch it
         * @description The turn runs on a thread of its own, which belongs to the caller. Its events are streamed as they happen, each as
         *     `data: {"type": …}`, up to `complete`. With `Accept: application/json` the answer is the turn once it is over.
         */
        post: operations["debug_turn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns/{turn_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One turn and everything that happened in it */
        get: operations["get_turn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/turns/{turn_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a turn again from its record, and compare
         * @description Nobody is asked and nothing is written.
         */
        post: operations["replay_turn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was spent, by scope and day */
        get: operations["get_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a file or an empty folder
         * @description A file needs `If-Match` with the ETag that was read. Its history stays, and it can be brought back.
         */
        delete: operations["delete_path"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description It is never shown by a browser: what it says may be anybody's.
         */
        get: operations["download_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a file said, newest first
         * @description Also of a file that was deleted.
         */
        get: operations["list_revisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/ls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a folder
         * @description The files are the whole team's: every member reads and writes them.
         */
        get: operations["list_folder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/mkdir": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a folder
         * @description It stays when nothing lies in it. A folder with a file beneath it is there without being made.
         */
        post: operations["make_folder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file
         * @description Its ETag is what a change must name in `If-Match`.
         */
        get: operations["read_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a revision back
         * @description It becomes a new revision, so that this can be undone too. `If-Match` names the content that is there now,
         *     `If-None-Match: *` says that the file is deleted.
         */
        post: operations["restore_file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace/write": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a file
         * @description `If-Match` with the ETag that was read changes a file, `If-None-Match: *` makes a new one. Without either nothing is
         *     written (428), nor if somebody else was faster (412).
         */
        post: operations["write_file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a one-time link */
        post: operations["with_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a password */
        post: operations["with_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of this browser. A caller with an API key has none to end.
         */
        post: operations["sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cache/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the accounts again from the workspace */
        post: operations["clear_account_cache"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question back
         * @description Agrees to a new account or to a change that looked like a slip, or says which account was meant. What was asked goes on,
         *     once. A question back waits a quarter of an hour.
         */
        post: operations["confirm_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file of an account */
        get: operations["get_account_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process runs
         * @description Touches nothing else: use `/ready` to decide where to send requests.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures for Prometheus
         * @description Counts and durations by route; no names, no addresses, no content.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask about the accounts, or tell what changed
         * @description Answered without a language model as far as that goes; what it does not find is put to the Search agent, if a model is set
         *     up. A change of an account that is not known is asked back first.
         */
        post: operations["query_accounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same, as a stream of what is done
         * @description The events `starter`, `step` and, with the whole answer, `done`.
         */
        post: operations["stream_query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether requests are welcome
         * @description 503 while the database takes no writes, as on a full disk, and from the moment the server was asked to stop. A row is
         *     written to find out, at most once a second.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask about the accounts
         * @description Only ever reads: what would change an account is refused.
         */
        post: operations["search_accounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The files of all accounts */
        get: operations["get_account_tree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something to your agent
         * @description The answer is streamed message by message. The agent goes on if you go away: what it says then comes by
         *     `/v1/agent/events`.
         */
        post: operations["chat_with_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How your agent is */
        get: operations["get_agent_config"];
        /**
         * Change how your agent is
         * @description The first time it is made, with the memory that everybody begins with and a conversation.
         */
        put: operations["put_agent_config"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your conversations with your agent
         * @description There is one at the most.
         */
        get: operations["list_agent_conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete your conversation with your agent
         * @description Everything that was said in it goes, with its summaries and what was remembered of it. The next message begins another.
         */
        delete: operations["delete_agent_conversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/conversations/{conversation_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was said in your conversation with your agent
         * @description In its order.
         */
        get: operations["list_agent_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens
         * @description Everything that happens on threads that are everybody's or your own: what agents say, turns, approvals, notices,
         *     reminders; and that the workspace changed, which the accounts are a part of. It is kept for a day. Whoever comes back with
         *     the id of the last event misses nothing, and reads some of it again rather than not at all; who was away for longer is told
         *     so by `agent.missed` and goes on from now.
         */
        get: operations["follow_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/memory/archival": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notes of a scope, newest first */
        get: operations["list_notes"];
        put?: never;
        /**
         * Store a note
         * @description It can be found at once. A long text is kept in several parts.
         */
        post: operations["create_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/memory/archival/{passage_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a note, or one part of a long one */
        delete: operations["delete_note"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/memory/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the blocks of a scope
         * @description With `agent_id` as that agent reads them: its own stand in for shared ones of the same label.
         */
        get: operations["list_blocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/memory/blocks/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One block */
        get: operations["get_block"];
        /**
         * Write a block
         * @description Makes it if there is none. A new value is a new version; the settings alone are none.
         */
        put: operations["put_block"];
        post?: never;
        /** Delete a block with all its versions */
        delete: operations["delete_block"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/memory/blocks/{label}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to what a block said
         * @description Each time without a version goes one change further back. The earlier value becomes a new version: `version` brings back
         *     what was undone.
         */
        post: operations["undo_block"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/memory/blocks/{label}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a block said, newest first */
        get: operations["list_block_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/memory/passages/{passage_id}/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a passage
         * @description It is not found any more from now on, nor is the message that it is a part of. A job takes it out of everything else: what
         *     was said, recorded, quoted, sent and noted. The job stands among the jobs until it is done.
         */
        post: operations["forget_passage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/memory/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search everything that is remembered */
        post: operations["search_memory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a chat completion
         * @description As `POST /v1/responses`, in the older form. Nothing of it is kept or remembered, whoever answers.
         */
        post: operations["create_completion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your conversations
         * @description The newest comes first.
         */
        get: operations["list_openai_conversations"];
        put?: never;
        /**
         * Begin a conversation
         * @description Without a body it is empty.
         */
        post: operations["create_conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/batch-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete several conversations
         * @description Tells of each whether it was there.
         */
        post: operations["delete_conversations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of your conversations */
        get: operations["get_openai_conversation"];
        put?: never;
        /** Note something else of a conversation */
        post: operations["update_conversation"];
        /**
         * Delete a conversation that a program keeps
         * @description Everything that was said in it goes, and what was remembered of it.
         */
        delete: operations["delete_openai_conversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{conversation_id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was said in a conversation */
        get: operations["list_conversation_items"];
        put?: never;
        /** Add to a conversation */
        post: operations["create_conversation_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{conversation_id}/items/{item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One thing that was said in a conversation */
        get: operations["get_conversation_item"];
        put?: never;
        post?: never;
        /** Delete one thing that was said in a conversation */
        delete: operations["delete_conversation_item"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Embed texts
         * @description By the model that the memory is searched with.
         */
        post: operations["create_embeddings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your instructions
         * @description The newest comes first.
         */
        get: operations["list_instructions"];
        put?: never;
        /**
         * Keep an instruction
         * @description A member keeps at most 100.
         */
        post: operations["create_instruction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instructions/{instruction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of your instructions */
        get: operations["get_instruction"];
        put?: never;
        /** Change an instruction */
        post: operations["update_instruction"];
        /** Delete an instruction */
        delete: operations["delete_instruction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instructions/{instruction_id}/set-default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an instruction the default
         * @description It counts from now on for responses of models whose requests have no `instructions`.
         */
        post: operations["set_default_instruction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is calling */
        get: operations["get_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what can be asked
         * @description The models that are set up, the one that embeds, and every agent the caller may use as `steward:<id>`; the caller's own
         *     is `steward:assistant`.
         */
        get: operations["list_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One thing that can be asked */
        get: operations["get_model"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rag/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the documents of a scope, newest first */
        get: operations["list_documents"];
        put?: never;
        /**
         * Upload a document
         * @description As a form with a file (text, Markdown, PDF or DOCX), or as JSON with a text. It can be found at once. What a file says is
         *     somebody else's word and not the member's: agents read it as untrusted.
         */
        post: operations["create_document"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rag/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One document */
        get: operations["get_document"];
        put?: never;
        post?: never;
        /** Delete a document with its passages */
        delete: operations["delete_document"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rag/documents/{document_id}/passages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the passages of a document, in order */
        get: operations["list_document_passages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rag/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search documents
         * @description As the search of the memory, in documents alone unless `sources` says otherwise.
         */
        post: operations["search_documents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rag/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How much is remembered, and what still waits */
        get: operations["get_memory_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a response
         * @description `model` is one that is set up, which is asked as it is, or `steward:<agent>`: then the agent answers, with its memory and
         *     its tools. With `stream` the events of OpenAI's response streams, otherwise the response once it is there.
         */
        post: operations["create_response"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{response_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of your responses
         * @description As it stands, or with `stream` as the events it is told in, whether it has ended or not.
         */
        get: operations["get_response"];
        put?: never;
        post?: never;
        /**
         * Delete a response
         * @description With what was remembered of it. One that belongs to a conversation stays in it.
         */
        delete: operations["delete_response"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{response_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop writing a response */
        post: operations["cancel_response"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{response_id}/input_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a response answers */
        get: operations["list_input_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/quo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Something happened at Quo */
        post: operations["quo_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/twilio/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A text message came in */
        post: operations["twilio_sms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/twilio/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A carrier says what became of a message */
        post: operations["twilio_status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Who dealt with it.
         * @enum {string}
         */
        AccountAgent: "search_agent" | "updater_agent";
        /** @description What came of a sentence about the accounts. */
        AccountAnswer: {
            account_id?: string | null;
            account_name?: string | null;
            /** @description Accounts that may be meant instead of a new one. */
            alternatives?: components["schemas"]["AccountChoice"][] | null;
            answer?: string | null;
            changes?: components["schemas"]["AccountFieldChange"][] | null;
            /** @description Accounts that may be meant. */
            choices?: components["schemas"]["AccountChoice"][] | null;
            /** @description The lines it rests on. */
            citations?: components["schemas"]["LineCitation"][] | null;
            /** @description Whether the account is new. */
            created?: boolean | null;
            /** @description Who answered: `offline`, which needs no language model, or the model that was asked because that did not know. */
            engine: string;
            /**
             * Format: date-time
             * @description Until when an answer to the question is waited for.
             */
            expires_at?: string | null;
            files_modified?: string[] | null;
            history_entry_id?: string | null;
            history_file_path?: string | null;
            /** @description Whether the account is found by what it says now. */
            index_updated?: boolean | null;
            /** @description Whether the files say it. */
            known?: boolean | null;
            /** @description For a person to read. */
            message: string;
            new_description?: string | null;
            notes?: string[] | null;
            previous_history_entry?: string | null;
            routed_to?: components["schemas"]["AccountAgent"] | null;
            /** @description To be sent with the next sentence, or with `POST /confirm`. */
            session_id: string;
            starter: components["schemas"]["StarterCard"];
            state_file_path?: string | null;
            /** @description What was looked at, in order. */
            steps: components["schemas"]["AccountStep"][];
            /** @description What to say instead. */
            suggestions?: string[] | null;
            /** @description Which of the fields below are there. */
            type: components["schemas"]["AccountAnswerKind"];
        };
        /**
         * @description What an answer is.
         * @enum {string}
         */
        AccountAnswerKind: "success" | "confirmation_required" | "clarification_needed" | "error";
        /** @description An account that may be meant. */
        AccountChoice: {
            account_id: string;
            account_name: string;
            description: string;
        };
        /** @description What somebody says to a question back. */
        AccountConfirmation: {
            /** @description The account that was meant: one of the `choices`, or of the `alternatives` to a new one. */
            account_id?: string | null;
            /** @description Whether to go on. */
            confirmed: boolean;
            /** @description Of the answer that asked. */
            session_id: string;
        };
        /** @description One event of an answer, as the rules of server-sent events spell it. */
        AccountEvent: {
            /** @description How the sentence was read, something that was looked at, or the whole answer. */
            data: string;
            /** @description `starter`, `step`, and at the end `done`. */
            event: string;
        };
        /** @description A field before and after. */
        AccountFieldChange: {
            field: string;
            new_value: unknown;
            old_value: unknown;
        };
        /** @description What a file says. */
        AccountFile: {
            content: string;
            path: string;
            /** Format: int64 */
            revision: number;
            sha256: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description All accounts. */
        AccountList: {
            /** @description By id; never cut into pages. */
            accounts: components["schemas"]["AccountRow"][];
            /** @description Files that cannot be read, or do not fit each other. */
            problems: components["schemas"]["FileProblem"][];
        };
        /** @description A file or a folder of an account. */
        AccountNode: {
            /** @description Of the folder of an account, if its state can be read. */
            account_name?: string | null;
            children: components["schemas"]["AccountNode"][];
            kind: components["schemas"]["AccountNodeKind"];
            name: string;
            path: string;
        };
        /**
         * @description What lies there.
         * @enum {string}
         */
        AccountNodeKind: "folder" | "file";
        /** @description Where an account is. */
        AccountPlace: {
            city: string;
            state: string;
        };
        /** @description A change that a source speaks for. */
        AccountProposal: {
            /**
             * Format: date-time
             * @description When it was written or said.
             */
            at: string;
            change: components["schemas"]["AccountFieldChange"];
            id: string;
            /** @description From 1. */
            line: number;
            /** @description The file of the source. */
            path: string;
            /** @description What stands there. */
            quote: string;
        };
        /** @description What is asked or told of the accounts. */
        AccountQuery: {
            /** @description A question, or what changed, in one sentence or a few. */
            query: string;
            /** @description The `session_id` of the last answer, to go on talking of the same account. */
            session_id?: string | null;
        };
        /** @description An account in a list. */
        AccountRow: {
            carrier?: string | null;
            /** @description One line that tells it from others. */
            description: string;
            /** Format: date */
            follow_up_date?: string | null;
            id: string;
            industry?: string | null;
            location?: components["schemas"]["AccountPlace"] | null;
            name: string;
            /** @description With its currency. */
            premium?: string | null;
            /** Format: date */
            renewal_date?: string | null;
            stage?: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description A question that changes nothing. */
        AccountSearch: {
            query: string;
        };
        /** @description Something that was written or said. */
        AccountSource: {
            /** Format: date-time */
            at: string;
            from: string;
            /** @description `email`, `call` or `sms`. */
            kind: string;
            path: string;
            subject?: string | null;
            summary: string;
            to: string;
        };
        /** @description Something that was looked at. */
        AccountStep: {
            args: Record<string, never>;
            files: string[];
            summary: string;
            tool: string;
        };
        /** @description The folders of all accounts. */
        AccountTree: {
            children: components["schemas"]["AccountNode"][];
            path: string;
        };
        /** @description One account with its history and its sources. */
        AccountView: {
            /** Format: date */
            as_of?: string | null;
            /** @description Oldest first. */
            history: components["schemas"]["HistoryEntry"][];
            id: string;
            /** @description Oldest first. */
            sources: components["schemas"]["AccountSource"][];
            /** @description Every field of `state.md`. */
            state: Record<string, never>;
            /** @description What stands after the fields. */
            text: string;
            verified: components["schemas"]["Verified"];
        };
        /** @description An agent. */
        Agent: {
            /** Format: date-time */
            created_at: string;
            /**
             * Format: int64
             * @description In millionths of a dollar; null for the configured limit.
             */
            daily_micros?: number | null;
            /** Format: int64 */
            daily_tokens?: number | null;
            goals: string;
            /** Format: uuid */
            id: string;
            instructions: string;
            /**
             * Format: uuid
             * @description Whose it is; null for the organisation's own.
             */
            member_id?: string | null;
            memory_mode: components["schemas"]["MemoryMode"];
            /** @description Null for the configured one. */
            model?: string | null;
            name: string;
            /** @description What an optimiser made of the instructions; null if none did. */
            optimised_instructions?: string | null;
            persona: string;
            /**
             * Format: int64
             * @description Grows with every change.
             */
            revision: number;
            send_mode: components["schemas"]["SendMode"];
            /** @description The system agent it was cloned from. */
            source?: string | null;
            tools: string[];
        };
        /** @description Everything that can be set of an agent, as it is to be from now on. */
        AgentChange: {
            /**
             * Format: int64
             * @description What it may spend in a day, in millionths of a dollar.
             */
            daily_micros?: number | null;
            /**
             * Format: int64
             * @description The same in tokens.
             */
            daily_tokens?: number | null;
            /** @description What it is for. */
            goals?: string | null;
            /** @description What it must do and must not do. */
            instructions?: string | null;
            memory_mode?: components["schemas"]["MemoryMode"] | null;
            /** @description `provider:model`; without it the configured one. */
            model?: string | null;
            name: string;
            /** @description The same as an optimiser wrote it, which is used instead while prompt optimisation is on. */
            optimised_instructions?: string | null;
            /** @description How it speaks. */
            persona?: string | null;
            /**
             * Format: int64
             * @description The revision that was read. If it is not the newest, somebody was faster, and nothing is changed.
             */
            revision: number;
            /** @description Whether it drafts or sends. That it sends is put on the record, with who decided it. */
            send_mode: components["schemas"]["SendMode"];
            /** @description The tools it may have. */
            tools?: string[] | null;
        };
        /** @description What you say to your agent. */
        AgentChat: {
            input: string;
        };
        /** @description One event of an answer, as the rules of server-sent events spell it. */
        AgentChatEvent: {
            /** @description `{"step"}`, `{"step", "messages"}`, `{"total_steps", "total_messages"}` or `{"error"}`. */
            data: string;
            /** @description `agent.typing`, `agent.message`, and at the end `agent.done` or `agent.error`. */
            event: string;
        };
        /** @description How your agent is. */
        AgentConfig: {
            /** Format: uuid */
            agent_id?: string | null;
            /**
             * Format: double
             * @description How full a prompt may get before the older half is summarised, from 0.3 to 0.95; null for what is configured.
             */
            compaction_threshold?: number | null;
            /**
             * Format: uuid
             * @description Your one conversation; null before it began.
             */
            conversation_id?: string | null;
            /** @description Whether the routes of your agent answer. */
            enabled: boolean;
            /**
             * Format: int32
             * @description What a prompt may hold, in tokens; null for what is configured.
             */
            max_context_tokens?: number | null;
            /** @description `provider:model`; null for the configured one. */
            model?: string | null;
            preferences: components["schemas"]["PreferencesBody"];
            /**
             * Format: int64
             * @description Grows with every change; null before there is an agent.
             */
            revision?: number | null;
            /** @description Null for the built-in one. */
            system_prompt?: string | null;
        };
        /** @description What is to change; what is left out stays as it is. */
        AgentConfigChange: {
            /** @description Let pass and not heeded, so that what was read can be sent back. */
            agent_id?: string | null;
            /**
             * Format: double
             * @description Null for what is configured.
             */
            compaction_threshold?: number | null;
            /** @description The same. */
            conversation_id?: string | null;
            enabled?: boolean | null;
            /**
             * Format: int32
             * @description Null for what is configured.
             */
            max_context_tokens?: number | null;
            /** @description One of the models that were set up, as `GET /v1/models` names them; empty or null for the configured one. */
            model?: string | null;
            preferences?: components["schemas"]["PreferencesChange"] | null;
            /**
             * Format: int64
             * @description The revision that was read. If it is not the newest, somebody was faster, and nothing is changed.
             */
            revision?: number | null;
            /** @description Empty or null for the built-in one. */
            system_prompt?: string | null;
        };
        /** @description Your conversation with your agent. */
        AgentConversation: {
            /**
             * Format: date-time
             * @description When something was said last.
             */
            active_at: string;
            /** Format: uuid */
            agent_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
        };
        /** @description Replies that the agent drafted, and what became of them. */
        AgentDraft: {
            /**
             * Format: date-time
             * @description When the contact wrote back. A word to the carrier, such as STOP, is no answer.
             */
            answered_at?: string | null;
            delivery?: components["schemas"]["EffectState"] | null;
            /** @description Why it stands there. */
            delivery_reason?: string | null;
            outcome: components["schemas"]["DraftOutcome"];
            /**
             * @description What was sent. Compare it with `options[picked]` of the suggestion to see what was changed; null if nothing was sent, and once
             *     the contact was forgotten.
             */
            sent_text?: string | null;
            suggestion: components["schemas"]["Suggestion"];
        };
        /** @description One event, as the rules of server-sent events spell it. */
        AgentEvent: {
            /**
             * @description A JSON object: `thread_id`, `turn_id`, `approval_id`, `suggestion_id`, `notice_id`, `flag`, `item`, `change`, `state` and
             *     `at`, as far as they apply, and `messages` where the agent said something in a conversation of your own.
             */
            data: string;
            /**
             * @description `agent.ready` at first; then `agent.typing`, `agent.message`, `agent.done`, `agent.error`, `agent.approval`,
             *     `agent.suggestion`, `agent.notice`, `agent.reminder`, `agent.thread`, `org.flag` and `workspace.changed`;
             *     `agent.missed` where something is not kept any more.
             */
            event: string;
            /** @description What to ask with as `Last-Event-ID` to read on after it. */
            id: string;
        };
        /** @description Which state of the agent is to be given up. */
        AgentReset: {
            /**
             * Format: int64
             * @description The revision that was read. If it is not the newest, somebody was faster, and nothing is changed.
             */
            revision: number;
        };
        /**
         * @description An agent sent it, or drafted what a person sent as it was, or changed.
         * @enum {string}
         */
        AiOrigin: "agent" | "suggestion" | "suggestion_edited";
        /** @description By which ways one can be told that a person must look. */
        Alerts: {
            /** @description The number that members are texted from; null where no line has one whose carrier is set up: then nobody is texted. */
            texts_from?: string | null;
        };
        /**
         * @description Who answers a contact: the line's agent as it is set, an agent by drafts alone, or the team itself.
         * @enum {string}
         */
        Answering: "usual" | "drafts" | "people";
        /** @description An API key, without its token. */
        ApiKey: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at?: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at?: string | null;
            /**
             * Format: uuid
             * @description Whose it is.
             */
            member_id: string;
            name: string;
            /** @description The token's first characters. */
            prefix: string;
            /** Format: date-time */
            revoked_at?: string | null;
            scopes: components["schemas"]["KeyScope"][];
        };
        /** @description A tool call that waits, or waited, for a person. */
        Approval: {
            /** Format: uuid */
            agent_id: string;
            approver: components["schemas"]["ApproverRole"];
            /** @description Exactly what is called if it is approved; null once it was forgotten. */
            arguments?: Record<string, never> | null;
            /** Format: date-time */
            asked_at: string;
            /** Format: date-time */
            decided_at?: string | null;
            /** Format: uuid */
            decided_by?: string | null;
            decision?: components["schemas"]["ApprovalDecision"] | null;
            /** @description Whether a person changed the arguments. */
            edited: boolean;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** @description The rule that asks for a person. */
            rule: string;
            /** Format: uuid */
            thread_id: string;
            tool: string;
            /** Format: uuid */
            turn_id: string;
            /**
             * Format: date-time
             * @description When the call was made.
             */
            used_at?: string | null;
        };
        /** @description A person's decision. */
        ApprovalAnswer: {
            /** @description Other arguments than those that were asked about; only with `approve`. */
            arguments?: Record<string, never> | null;
            decision: components["schemas"]["ApprovalAnswerWord"];
        };
        /**
         * @description Yes or no.
         * @enum {string}
         */
        ApprovalAnswerWord: "approve" | "deny";
        /**
         * @description What became of a question to a person.
         * @enum {string}
         */
        ApprovalDecision: "approved" | "denied" | "expired";
        /**
         * @description Whose word an approval needs: any member's, or an owner's or admin's.
         * @enum {string}
         */
        ApproverRole: "member" | "operator";
        /**
         * @description Whom an artifact is shown to.
         * @enum {string}
         */
        ArtifactVisibility: "internal" | "team";
        /** @description How an answer is spoken. */
        Audio: {
            format: components["schemas"]["AudioFormat"];
            voice: components["schemas"]["Voice"];
        };
        /**
         * @description How sound is written.
         * @enum {string}
         */
        AudioFormat: "wav" | "aac" | "mp3" | "flac" | "opus" | "pcm16";
        /** @description The newest checkpoint of the record. */
        AuditCheckpoint: {
            /** @description One line, for keeping elsewhere; `steward verify` takes it. */
            checkpoint: string;
        };
        /** @description Who wrote something. */
        Author: {
            /** Format: uuid */
            id?: string | null;
            kind: components["schemas"]["AuthorKind"];
            /** @description Null if they are gone. */
            name?: string | null;
        };
        /** @enum {string} */
        AuthorKind: "member" | "agent" | "mirror" | "system";
        /**
         * @description What an answer has besides.
         * @enum {string}
         */
        Besides: "file_search_call.results" | "web_search_call.results" | "web_search_call.action.sources" | "message.input_image.image_url" | "computer_call_output.output.image_url" | "code_interpreter_call.outputs" | "reasoning.encrypted_content" | "message.output_text.logprobs";
        /** @description A text that stands in every prompt. */
        Block: {
            /**
             * Format: uuid
             * @description Whose own it is; null if every agent shares it.
             */
            agent_id?: string | null;
            /**
             * Format: int64
             * @description How many characters it may have.
             */
            char_limit: number;
            /** Format: date-time */
            created_at: string;
            /** @description What it is for. */
            description: string;
            /** Format: uuid */
            id: string;
            /** @description How far it can be trusted: as far as the least of what stands in it. */
            integrity: components["schemas"]["Integrity"];
            label: string;
            /** @description Whether agents may only read it. */
            read_only: boolean;
            /** @description Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id. */
            scope: string;
            /** Format: date-time */
            updated_at: string;
            value: string;
            /**
             * Format: int64
             * @description Grows with every edit.
             */
            version: number;
        };
        /** @description What a block is to be. What is left out stays as it is. */
        BlockChange: {
            /** Format: int64 */
            char_limit?: number | null;
            description?: string | null;
            read_only?: boolean | null;
            value?: string | null;
            /**
             * Format: int64
             * @description The version that was read. If it is not the newest, somebody was faster, and nothing is changed.
             */
            version?: number | null;
        };
        /** @description Which version to go back to. */
        BlockUndo: {
            /**
             * Format: int64
             * @description The version that was read. If it is not the newest, somebody was faster, and nothing is changed.
             */
            seen?: number | null;
            /**
             * Format: int64
             * @description Without it the last change is taken back that was not taken back before.
             */
            version?: number | null;
        };
        /** @description What a block once said. */
        BlockVersion: {
            author: components["schemas"]["Author"];
            /** Format: date-time */
            created_at: string;
            integrity: components["schemas"]["Integrity"];
            value: string;
            /** Format: int64 */
            version: number;
        };
        /**
         * @description Who says which parts.
         * @enum {string}
         */
        CacheMode: "implicit" | "explicit";
        /** @description Which parts of a prompt a provider keeps. */
        CacheOptions: {
            mode?: components["schemas"]["CacheMode"] | null;
            ttl?: string | null;
        };
        /**
         * @description How long a provider keeps the beginning of a prompt.
         * @enum {string}
         */
        CacheRetention: "in_memory" | "24h";
        /** @description Which function, and with what. */
        CalledFunction: {
            /** @description JSON, as the model wrote it. */
            arguments: string;
            name: string;
        };
        /**
         * @description How people are reached.
         * @enum {string}
         */
        Channel: "email" | "sms";
        /** @description A call of a function. */
        ChatCall: {
            function: components["schemas"]["CalledFunction"];
            id: string;
            type?: components["schemas"]["ToolKind"] | null;
        };
        /** @description A function that the caller runs. */
        ChatFunction: {
            description?: string | null;
            /** @description Letters, digits, hyphens and underscores. */
            name: string;
            /** @description A JSON Schema of its arguments. */
            parameters?: Record<string, never> | null;
            strict?: boolean | null;
        };
        /** @description One message; what it must have depends on whose it is. */
        ChatMessageBody: {
            /** @description A text, or a list of texts. Only what calls functions may have none. */
            content?: unknown;
            function_call?: components["schemas"]["OldCall"] | null;
            name?: string | null;
            refusal?: string | null;
            role: components["schemas"]["ChatRole"];
            /** @description Which of the calls this is the result of. */
            tool_call_id?: string | null;
            /** @description What whoever answers has called. */
            tool_calls?: components["schemas"]["ChatCall"][] | null;
        };
        /** @description What a client of the AI SDK sends. Fields it adds of its own are let pass. */
        ChatRequest: {
            /**
             * Format: uuid
             * @description Who is to answer in a new chat; the member's own assistant if left out.
             */
            agent_id?: string | null;
            /** @description The chat, by a name that the client makes up: letters, digits, `-` and `_`. */
            id: string;
            message?: components["schemas"]["UiMessage"] | null;
            /** @description The messages so far; only the last one is read. */
            messages?: components["schemas"]["UiMessage"][];
            /**
             * Format: int32
             * @description The client's major version; one that says 5 is spared the parts it does not know.
             */
            sdk?: number | null;
            /**
             * @description `regenerate-message` asks for another answer to the last message. The one before it stays only if it called
             *     tools. An earlier message is asked once more at the end.
             */
            trigger?: string | null;
        };
        /**
         * @description Whose message it is.
         * @enum {string}
         */
        ChatRole: "developer" | "system" | "user" | "assistant" | "tool";
        /** @description The same in a chat, where any JSON will do if there is no schema. */
        ChatSchema: {
            description?: string | null;
            /** @description Letters, digits, hyphens and underscores. */
            name: string;
            schema?: Record<string, never> | null;
            strict?: boolean | null;
        };
        /** @description What the stream of a completion has besides. */
        ChatStreamOptions: {
            include_obfuscation?: boolean | null;
            /** @description A last chunk that tells the tokens. */
            include_usage?: boolean | null;
        };
        /** @description The same, as `/v1/chat/completions` spells it. */
        ChatTool: {
            function: components["schemas"]["ChatFunction"];
            type: components["schemas"]["ToolKind"];
        };
        /** @description How much was forgotten that can be read again. */
        ClearedCache: {
            /** @description How many accounts were held in memory. */
            cleared: number;
        };
        /** @description A chat completion, as OpenAI describes it. */
        CompletionObject: Record<string, never>;
        /** @description A change of what a contact wants to be sent. */
        Consent: {
            change: components["schemas"]["ConsentChange"];
            /** Format: date-time */
            changed_at: string;
            /** @description The channel it is about, like `sms`. */
            channel: string;
            /**
             * Format: uuid
             * @description The message that a carrier did not take.
             */
            effect_id?: string | null;
            how: components["schemas"]["ConsentBy"];
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The line it was said to, or that the message left from.
             */
            line_id?: string | null;
            /**
             * Format: uuid
             * @description Who wrote it down by hand.
             */
            member_id?: string | null;
            /** @description What they call it. */
            message?: string | null;
            /** @description Who brought the text, like `twilio`. */
            source?: string | null;
            /** @description What was said. Null if nobody said anything, or who did was forgotten. */
            words?: string | null;
        };
        /**
         * @description How a change of consent became known: by a word that carriers know, in words of their own, written down by a member, or because a
         *     carrier did not take a message.
         * @enum {string}
         */
        ConsentBy: "keyword" | "plain_words" | "member" | "carrier";
        /**
         * @description Whether somebody opted out, or in again.
         * @enum {string}
         */
        ConsentChange: "opted_out" | "opted_in";
        /** @description A person outside. A forgotten one has its id and nothing else. */
        Contact: {
            /** @description `usual` is what their line says. With `drafts` an agent only drafts; with `people` none is asked. */
            answering: components["schemas"]["Answering"];
            /**
             * Format: uuid
             * @description The agent that answers them in place of their line's.
             */
            answering_agent_id?: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description What was known of them was destroyed. */
            forgotten: boolean;
            /** Format: uuid */
            id: string;
            identifiers: components["schemas"]["Identifier"][];
            name?: string | null;
        };
        /** @description What to change. */
        ContactChange: {
            answering?: components["schemas"]["Answering"] | null;
            /**
             * Format: uuid
             * @description The agent that answers them in place of their line's; null for the line's own. Admins choose it.
             */
            answering_agent_id?: string | null;
            name?: string | null;
        };
        /** @description What becomes of a conversation that grows too long. */
        ContextManagement: {
            /** Format: int64 */
            compact_threshold?: number | null;
            type: string;
        };
        /** @description A conversation of the caller with an agent. */
        Conversation: {
            /**
             * Format: date-time
             * @description When something was said last.
             */
            active_at: string;
            /** Format: uuid */
            agent_id: string;
            /** Format: date-time */
            created_at: string;
            /** @description What the client called it. */
            id: string;
            /** @description Whether an answer is being written. */
            running: boolean;
            /** Format: uuid */
            thread_id: string;
            title: string;
        };
        /** @description A conversation, by its id. */
        ConversationChoice: string | {
            id: string;
        };
        /** @description A conversation and what was said in it. */
        ConversationDetail: {
            conversation: components["schemas"]["Conversation"];
            /**
             * Format: int64
             * @description Ask again with this as `before` for what was said earlier; null at the beginning.
             */
            earlier?: number | null;
            /** @description Messages of the AI SDK, oldest first. */
            messages: Record<string, never>[];
        };
        /** @description A conversation. */
        ConversationObject: {
            /**
             * Format: int64
             * @description In seconds since 1970.
             */
            created_at: number;
            id: string;
            metadata: {
                [key: string]: string;
            };
            object: string;
            /** @description Whether nothing of it is remembered elsewhere. */
            private: boolean;
        };
        /** @description What is wanted. Fields that are not known are let pass; one that is documented has the type that is documented, heeded or not. */
        CreateCompletion: {
            audio?: components["schemas"]["Audio"] | null;
            /** Format: double */
            frequency_penalty?: number | null;
            function_call?: components["schemas"]["OldFunctionChoice"] | null;
            functions?: components["schemas"]["OldFunction"][] | null;
            logit_bias?: {
                [key: string]: number;
            } | null;
            logprobs?: boolean | null;
            /** Format: int32 */
            max_completion_tokens?: number | null;
            /** Format: int32 */
            max_tokens?: number | null;
            /** @description The conversation, oldest first. */
            messages: components["schemas"]["ChatMessageBody"][];
            /** @description At most 16 words, which are not kept. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Only `text`. */
            modalities?: string[] | null;
            /** @description A model that is set up, or `steward:<agent>`. */
            model: string;
            moderation?: components["schemas"]["Moderation"] | null;
            /**
             * Format: int32
             * @description How many answers; only one.
             */
            n?: number | null;
            parallel_tool_calls?: boolean | null;
            prediction?: components["schemas"]["Prediction"] | null;
            /** Format: double */
            presence_penalty?: number | null;
            prompt_cache_key?: string | null;
            prompt_cache_options?: components["schemas"]["CacheOptions"] | null;
            prompt_cache_retention?: components["schemas"]["CacheRetention"] | null;
            reasoning_effort?: components["schemas"]["Effort"] | null;
            response_format?: components["schemas"]["ResponseFormat"] | null;
            safety_identifier?: string | null;
            /** Format: int64 */
            seed?: number | null;
            service_tier?: components["schemas"]["ServiceTier"] | null;
            stop?: components["schemas"]["StopChoice"] | null;
            /** @description Nothing is kept, whatever this says. */
            store?: boolean | null;
            stream?: boolean | null;
            stream_options?: components["schemas"]["ChatStreamOptions"] | null;
            /** Format: double */
            temperature?: number | null;
            tool_choice?: components["schemas"]["ToolChoice"] | null;
            /** @description Functions that the caller runs. Not for agents, which have tools of their own. */
            tools?: components["schemas"]["ChatTool"][] | null;
            /** Format: int32 */
            top_logprobs?: number | null;
            /** Format: double */
            top_p?: number | null;
            user?: string | null;
            verbosity?: components["schemas"]["Verbosity"] | null;
            web_search_options?: components["schemas"]["WebSearch"] | null;
        };
        /** @description A new conversation. Fields that are not known are let pass. */
        CreateConversation: {
            /** @description At most 20 to begin with. */
            items?: Record<string, never>[] | null;
            /** @description At most 16 words to find it by. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Whether nothing of it is to be remembered elsewhere. */
            private?: boolean | null;
        };
        /** @description A new instruction. */
        CreateInstruction: {
            /** @description Takes the place of the one that was. */
            is_default?: boolean | null;
            name: string;
            prompt: string;
        };
        /** @description More to a conversation. */
        CreateItems: {
            /** @description At most 20, in the order in which they were said. */
            items: Record<string, never>[];
        };
        /** @description What is wanted. Fields that are not known are let pass; one that is documented has the type that is documented, heeded or not. */
        CreateResponse: {
            background?: boolean | null;
            context_management?: components["schemas"]["ContextManagement"][] | null;
            conversation?: components["schemas"]["ConversationChoice"] | null;
            include?: components["schemas"]["Besides"][] | null;
            input?: components["schemas"]["ResponseInput"] | null;
            /** @description What the model is to heed; not inherited from the response before. Without it a model heeds your default instruction. */
            instructions?: string | null;
            /** Format: int32 */
            max_output_tokens?: number | null;
            /** Format: int32 */
            max_tool_calls?: number | null;
            /** @description At most 16 words to find it by. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description A model that is set up, or `steward:<agent>`. */
            model: string;
            moderation?: components["schemas"]["Moderation"] | null;
            parallel_tool_calls?: boolean | null;
            /** @description The response that this one goes on from. */
            previous_response_id?: string | null;
            /** @description Instructions that are kept elsewhere; there are none here, and the request is refused. */
            prompt?: Record<string, never> | null;
            prompt_cache_key?: string | null;
            prompt_cache_options?: components["schemas"]["CacheOptions"] | null;
            prompt_cache_retention?: components["schemas"]["CacheRetention"] | null;
            reasoning?: components["schemas"]["Reasoning"] | null;
            safety_identifier?: string | null;
            service_tier?: components["schemas"]["ServiceTier"] | null;
            /** @description Whether it can be asked for again and is remembered; so it is unless this is false. */
            store?: boolean | null;
            stream?: boolean | null;
            stream_options?: components["schemas"]["StreamOptions"] | null;
            /** Format: double */
            temperature?: number | null;
            text?: components["schemas"]["TextWish"] | null;
            tool_choice?: components["schemas"]["ToolChoice"] | null;
            /** @description Functions that the caller runs. Not for agents, which have tools of their own. */
            tools?: components["schemas"]["FunctionTool"][] | null;
            /** Format: int32 */
            top_logprobs?: number | null;
            /** Format: double */
            top_p?: number | null;
            truncation?: components["schemas"]["Truncation"] | null;
            user?: string | null;
        };
        /** @description A key that was just made. */
        CreatedKey: {
            key: components["schemas"]["ApiKey"];
            /** @description Shown this once. */
            token: string;
        };
        /** @description What a scope has spent in a day. */
        DailyUsage: {
            /**
             * Format: int64
             * @description In millionths of a dollar.
             */
            cost_micros: number;
            /** Format: date */
            day: string;
            /**
             * Format: int64
             * @description Set aside for calls under way.
             */
            reserved_micros: number;
            /** Format: int64 */
            reserved_tokens: number;
            /** @description `org:`, `agent:` or `contact:` and an id. */
            scope: string;
            /** Format: int64 */
            tokens: number;
        };
        /** @description What an agent is told. */
        DebugTurn: {
            /** Format: uuid */
            agent_id: string;
            /** @description Whom the agent takes it to be from. A text of a contact is rehearsed only: the contact is made up. */
            from?: components["schemas"]["Speaker"];
            /** @description Nothing is sent, written down or remembered: only tools that change nothing are called. */
            rehearse?: boolean;
            /** @description What a model would answer, in order: this turn then needs no model. For admins. */
            script?: string[] | null;
            /** @description What the agent is told, as if the caller had written it. */
            text: string;
        };
        /** @description Conversations to delete. */
        DeleteConversations: {
            /** @description At most 100. */
            ids: string[];
        };
        /** @description That something is gone. */
        Deleted: {
            deleted: boolean;
            id: string;
            object: string;
        };
        /** @description What became of one. */
        DeletedConversation: {
            deleted: boolean;
            /** @description `not_found` if it was not there. */
            error: string | null;
            id: string;
            object: string;
        };
        /** @description What became of each. */
        DeletedConversations: {
            data: components["schemas"]["DeletedConversation"][];
            object: string;
        };
        /**
         * @description Whether it came from the contact or goes to them.
         * @enum {string}
         */
        Direction: "in" | "out";
        /** @description Something that was uploaded. */
        Document: {
            /**
             * Format: int64
             * @description How large the file was.
             */
            bytes: number;
            /**
             * Format: int64
             * @description How many passages it is kept in: those that it was made into and that were not forgotten.
             */
            chunks: number;
            /** Format: date-time */
            created_at: string;
            file_name?: string | null;
            /** Format: uuid */
            id: string;
            /** @description How far it can be trusted. */
            integrity: components["schemas"]["Integrity"];
            media_type: string;
            /** @description Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id. */
            scope: string;
            status: components["schemas"]["DocumentStatus"];
            tags: string[];
            title: string;
        };
        /**
         * @description Whether it can be found.
         * @enum {string}
         */
        DocumentStatus: "ready";
        /** @description A file to be kept as a document. */
        DocumentUpload: {
            /**
             * Format: binary
             * @description Text, Markdown, PDF or DOCX, known by the end of its name or by its media type.
             */
            file: string;
            /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `org` without it. */
            scope?: string | null;
            /** @description Words to file it under, with commas between them. */
            tags?: string | null;
            /** @description The name of the file without it. */
            title?: string | null;
        };
        /** @description Sets of drafts, of two or three replies each. `offered` is the sum of `unchanged`, `edited`, `dismissed`, `outdated` and `waiting`. */
        DraftCounts: {
            /**
             * Format: int64
             * @description Sent, and the contact wrote back.
             */
            answered: number;
            /** Format: int64 */
            dismissed: number;
            /**
             * Format: int64
             * @description Changed by a person, then sent.
             */
            edited: number;
            /**
             * Format: int64
             * @description Those of them that were the agent's first choice.
             */
            first_unchanged: number;
            /**
             * Format: int64
             * @description How long it took until one was sent or put aside; half of them took longer. Null if nobody has decided.
             */
            median_seconds?: number | null;
            /** Format: int64 */
            offered: number;
            /**
             * Format: int64
             * @description Overtaken before anybody decided.
             */
            outdated: number;
            /**
             * Format: int64
             * @description Sent as the agent wrote it.
             */
            unchanged: number;
            /** Format: int64 */
            waiting: number;
        };
        /** @description The same for one kind of message. */
        DraftKindCounts: {
            counts: components["schemas"]["DraftCounts"];
            kind: components["schemas"]["MessageKind"];
        };
        /**
         * @description What became of drafted replies: sent as they were or changed, put aside, overtaken, or still to be decided.
         * @enum {string}
         */
        DraftOutcome: "unchanged" | "edited" | "dismissed" | "outdated" | "waiting";
        /** @description How many of the agent's drafts came to what. */
        DraftStatistics: {
            /** @description The kinds of message that there were drafts for. */
            kinds: components["schemas"]["DraftKindCounts"][];
            /**
             * Format: date-time
             * @description The time from which drafts were counted; null for all that there are.
             */
            since?: string | null;
            total: components["schemas"]["DraftCounts"];
        };
        /** @description A message for somebody outside, and where it stands. */
        Effect: {
            /** Format: uuid */
            agent_id?: string | null;
            /** Format: uuid */
            approval_id?: string | null;
            /**
             * Format: int64
             * @description How often sending was tried.
             */
            attempts: number;
            channel: string;
            class: components["schemas"]["EffectClass"];
            /** Format: uuid */
            contact_id: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: uuid
             * @description Who decided about it when nobody could tell.
             */
            decided_by?: string | null;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            line_id: string;
            /** @description To, from and text; null once the contact was forgotten. */
            message?: Record<string, never> | null;
            /** @description How the carrier names it. */
            provider_ref?: string | null;
            /** @description Why it stands there. */
            reason?: string | null;
            /** @description The rule that lets it leave. */
            rule: string;
            /** Format: date-time */
            settled_at?: string | null;
            state: components["schemas"]["EffectState"];
            /** Format: uuid */
            thread_id: string;
            /** Format: uuid */
            turn_id?: string | null;
        };
        /** @description One try to send a message. */
        EffectAttempt: {
            detail?: string | null;
            /** Format: date-time */
            ended_at?: string | null;
            /** Format: int64 */
            no: number;
            /** @description `sent`, `not_sent`, `refused` or `unknown`. */
            outcome?: string | null;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: int64
             * @description The status of the carrier's answer.
             */
            status?: number | null;
        };
        /**
         * @description What a carrier can do about an answer that was lost.
         * @enum {string}
         */
        EffectClass: "keyed" | "asked" | "opaque";
        /** @description A person's decision about a message that may have been sent. */
        EffectDecision: {
            decision: components["schemas"]["ReviewDecision"];
        };
        /** @description A message and every try to send it. */
        EffectDetail: {
            attempts: components["schemas"]["EffectAttempt"][];
            effect: components["schemas"]["Effect"];
        };
        /**
         * @description Where a message stands that leaves for somebody outside.
         * @enum {string}
         */
        EffectState: "pending" | "inflight" | "unknown" | "sent" | "delivered" | "failed" | "review" | "cancelled" | "expired";
        /**
         * @description How much a model is to think.
         * @enum {string}
         */
        Effort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
        /** @description The vector of one text. */
        Embedding: {
            embedding: components["schemas"]["Numbers"];
            index: number;
            object: string;
        };
        /** @description One text or several. */
        EmbeddingInput: string | string[];
        /** @description A vector for each text, in their order. */
        EmbeddingList: {
            data: components["schemas"]["Embedding"][];
            model: string;
            object: string;
            usage: components["schemas"]["EmbeddingUsage"];
        };
        /** @description What makes vectors. */
        EmbeddingState: {
            /** @description The length of its vectors; null for a service that was not asked yet. */
            dimensions?: number | null;
            model: string;
            reembedding?: components["schemas"]["Reembedding"] | null;
        };
        /** @description Tokens, roughly. */
        EmbeddingUsage: {
            /** Format: int64 */
            prompt_tokens: number;
            /** Format: int64 */
            total_tokens: number;
        };
        /** @description Texts to embed. Fields that are not known are let pass. */
        EmbeddingsRequest: {
            /**
             * Format: int32
             * @description The length of the vectors; only that of the model itself.
             */
            dimensions?: number | null;
            encoding_format?: components["schemas"]["EncodingFormat"] | null;
            input: components["schemas"]["EmbeddingInput"];
            /** @description The model that embeds here, as `GET /v1/models` tells it. */
            model: string;
            /** @description Changes nothing. */
            user?: string | null;
        };
        /**
         * @description How numbers are written.
         * @enum {string}
         */
        EncodingFormat: "float" | "base64";
        /** @description The body of every error outside the OpenAI-compatible routes. */
        ErrorBody: {
            error: components["schemas"]["ErrorDescription"];
        };
        /** @description What went wrong. */
        ErrorDescription: {
            /**
             * @description Stable across versions, for programs.
             * @example invalid_field
             */
            code: string;
            /** @description The path of the offending field, where one field is to blame. */
            field?: string | null;
            /** @description A sentence, for people. */
            message: string;
        };
        /** @description What is wrong with a file. */
        FileProblem: {
            /** @description From 1. */
            line: number;
            path: string;
            reason: string;
        };
        /**
         * @description Whether it is here, still with the carrier, or cannot be had any more.
         * @enum {string}
         */
        FileState: "waiting" | "kept" | "gone";
        /**
         * @description Something that can be switched off.
         * @enum {string}
         */
        Flag: "agents" | "indexing" | "tools" | "compaction" | "reminders" | "prompt_optimisation";
        /**
         * @description The forms that there are.
         * @enum {string}
         */
        FormatKind: "text" | "json_object" | "json_schema";
        /** @description A function that the caller runs, as `/v1/responses` spells it. */
        FunctionTool: {
            description?: string | null;
            /** @description Letters, digits, hyphens and underscores. */
            name: string;
            /** @description A JSON Schema of its arguments. */
            parameters?: Record<string, never> | null;
            strict?: boolean | null;
            type: components["schemas"]["ToolKind"];
        };
        /** @description The process runs. */
        Health: {
            /**
             * @description Always `ok`.
             * @example ok
             */
            status: string;
            /** @description The running version. */
            version: string;
        };
        /** @description Where a history or a state does not fit. */
        HistoryBreak: {
            /** @description The entry of the history; null if it is about another file or no entry of its own. */
            entry?: string | null;
            /** @description From 1. */
            line: number;
            /** @description The file. */
            path: string;
            what: string;
        };
        /** @description A change of an account. */
        HistoryEntry: {
            /** Format: date-time */
            at: string;
            changes: components["schemas"]["AccountFieldChange"][];
            evidence: string;
            hash: string;
            id: string;
            /** @description Where it begins in `history.md`. */
            line: number;
            previous?: string | null;
            prose: string;
        };
        /** @description A passage that was found. */
        Hit: {
            /** @description Where the words of the query stand in `passage.text`: pairs of a start and an end, in units of UTF-16. */
            highlights: number[][];
            passage: components["schemas"]["Passage"];
            /**
             * Format: float
             * @description How good it is beside the others.
             */
            score: number;
            source: components["schemas"]["PassageSource"];
            why: components["schemas"]["Why"];
        };
        /** @description What was found, best first. */
        Hits: {
            /** @description Whether the embedding service did not answer in time, so that words alone were compared, and no meanings. */
            by_words_alone: boolean;
            items: components["schemas"]["Hit"][];
        };
        /** @description One way a person is known. */
        Identifier: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["IdentifierKind"];
            value: string;
        };
        /**
         * @description What kind of identifier.
         * @enum {string}
         */
        IdentifierKind: "email" | "phone" | "external";
        /** @description A conversation, and how it can be answered. */
        InboxDetail: {
            can_send: boolean;
            /** @description Why not, in words. */
            cannot_send_reason?: string | null;
            reply_line?: components["schemas"]["ReplyLine"] | null;
            thread: components["schemas"]["InboxThread"];
        };
        /** @description Something that was said in a conversation. */
        InboxMessage: {
            /**
             * Format: uuid
             * @description The agent that sent it.
             */
            agent_id?: string | null;
            ai_origin?: components["schemas"]["AiOrigin"] | null;
            /** Format: date-time */
            at: string;
            by: components["schemas"]["Speaker"];
            /** @description What the carrier said when it was last tried, if it did not leave or arrive. */
            carrier_said?: string | null;
            delivery?: components["schemas"]["EffectState"] | null;
            /** @description Why it stands there. */
            delivery_reason?: string | null;
            direction: components["schemas"]["Direction"];
            /**
             * Format: uuid
             * @description The message in the outbox; null for what came in.
             */
            effect_id?: string | null;
            /** @description The files that came with what the contact wrote. */
            files: components["schemas"]["MessageFile"][];
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The line it came to or leaves from.
             */
            line_id?: string | null;
            /**
             * Format: uuid
             * @description Who of the team sent it.
             */
            member_id?: string | null;
            /** @description How many messages the carrier makes of it; null for what came in. */
            segments?: number | null;
            skipped?: components["schemas"]["Skipped"] | null;
            /** @description Null once the contact was forgotten. */
            text?: string | null;
            /**
             * Format: date-time
             * @description Until when it waits because it is night where the contact is.
             */
            waits_until?: string | null;
        };
        /** @description A conversation with a contact. */
        InboxThread: {
            /** Format: date-time */
            active_at: string;
            /** Format: uuid */
            agent_id: string;
            agent_name: string;
            /** @description Who answers them; `usual` is whoever answers on the line they write to. */
            answering: components["schemas"]["Answering"];
            /** @description What the agent is called that was chosen to answer them in the place of the line's; null if none was. */
            answering_agent_name?: string | null;
            /** Format: uuid */
            contact_id: string;
            contact_name?: string | null;
            /** @description Whether a notice or a question about it waits for a person. */
            escalated: boolean;
            /** @description Whether it is on hold: its agent does nothing until a person lets it go on. */
            held: boolean;
            last?: components["schemas"]["LastWords"] | null;
            /**
             * Format: uuid
             * @description The line that was used last.
             */
            line_id?: string | null;
            line_label?: string | null;
            /** @description Whether they want no messages. */
            opted_out: boolean;
            taken_over_by?: components["schemas"]["TakenOverBy"] | null;
            /** Format: uuid */
            thread_id: string;
            /**
             * Format: int64
             * @description Texts of the contact's that nobody of the team has read.
             */
            unread: number;
            /** @description Whether drafted replies wait for a person. */
            waiting_suggestion: boolean;
        };
        /** @description What the indexes take in the memory of this process. */
        IndexState: {
            /** @description What all organisations may take together. */
            budget_bytes: number;
            /** @description By this organisation. */
            bytes: number;
            /** @description How many scopes are in memory; the others are loaded when they are searched. */
            scopes: number;
        };
        /** @description An instruction. */
        InstructionObject: {
            /**
             * Format: int64
             * @description In seconds since 1970.
             */
            created_at: number;
            id: string;
            /** @description Whether it counts for a response whose request has no `instructions`. */
            is_default: boolean;
            name: string;
            object: string;
            prompt: string;
            /** @description How much of a model's context it takes, by the encoding of OpenAI's newer models. */
            prompt_tokens: number;
            /**
             * Format: int64
             * @description When its name or text changed last, in seconds since 1970.
             */
            updated_at: number;
        };
        /**
         * @description How far a text can be trusted, by where it came from.
         * @enum {string}
         */
        Integrity: "untrusted" | "user" | "operator" | "system";
        /** @description Something that was said, or called. */
        ItemObject: Record<string, never>;
        /** @description Work for later. */
        Job: {
            /**
             * Format: int64
             * @description How often it was begun.
             */
            attempt: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ended_at?: string | null;
            /** @description Why it failed last. */
            error?: string | null;
            /** Format: uuid */
            id: string;
            kind: string;
            /**
             * Format: date-time
             * @description Not before this.
             */
            run_at: string;
            state: components["schemas"]["JobState"];
        };
        /**
         * @description Where a job stands.
         * @enum {string}
         */
        JobState: "queued" | "running" | "done" | "dead";
        /**
         * @description What a key may do; a later one may do all an earlier one may.
         * @enum {string}
         */
        KeyScope: "read" | "write" | "admin";
        /** @description What was said last. */
        LastWords: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["Speaker"];
            direction: components["schemas"]["Direction"];
            /** @description How many files came with it. */
            files: number;
            /**
             * Format: uuid
             * @description Who of the team sent it.
             */
            member_id?: string | null;
            /** @description How it begins; null once the contact was forgotten. */
            text_excerpt?: string | null;
        };
        /** @description A line. */
        Line: {
            address: string;
            /**
             * Format: uuid
             * @description Who answers on it; without one, a person is told.
             */
            agent_id?: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["LineKind"];
            label: string;
            provider?: components["schemas"]["LineProvider"] | null;
        };
        /** @description What to change; what is left out stays. */
        LineChange: {
            /** @description Who answers on it; an empty text for nobody. */
            agent_id?: string | null;
            label?: string | null;
        };
        /** @description A line of a file. */
        LineCitation: {
            end_line: number;
            line: number;
            path: string;
            quote: string;
        };
        /**
         * @description What kind of line.
         * @enum {string}
         */
        LineKind: "phone" | "mailbox";
        /**
         * @description Who carries the messages of a phone line.
         * @enum {string}
         */
        LineProvider: "twilio" | "quo" | "loopback";
        /** @description A one-time link to sign in with. */
        LinkSignIn: {
            /** @description The `token` of the link. */
            token: string;
        };
        /** @description A part of a list. */
        List_Agent: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: int64
                 * @description In millionths of a dollar; null for the configured limit.
                 */
                daily_micros?: number | null;
                /** Format: int64 */
                daily_tokens?: number | null;
                goals: string;
                /** Format: uuid */
                id: string;
                instructions: string;
                /**
                 * Format: uuid
                 * @description Whose it is; null for the organisation's own.
                 */
                member_id?: string | null;
                memory_mode: components["schemas"]["MemoryMode"];
                /** @description Null for the configured one. */
                model?: string | null;
                name: string;
                /** @description What an optimiser made of the instructions; null if none did. */
                optimised_instructions?: string | null;
                persona: string;
                /**
                 * Format: int64
                 * @description Grows with every change.
                 */
                revision: number;
                send_mode: components["schemas"]["SendMode"];
                /** @description The system agent it was cloned from. */
                source?: string | null;
                tools: string[];
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_AgentConversation: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: date-time
                 * @description When something was said last.
                 */
                active_at: string;
                /** Format: uuid */
                agent_id: string;
                /** Format: date-time */
                created_at: string;
                /** Format: uuid */
                id: string;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_AgentDraft: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: date-time
                 * @description When the contact wrote back. A word to the carrier, such as STOP, is no answer.
                 */
                answered_at?: string | null;
                delivery?: components["schemas"]["EffectState"] | null;
                /** @description Why it stands there. */
                delivery_reason?: string | null;
                outcome: components["schemas"]["DraftOutcome"];
                /**
                 * @description What was sent. Compare it with `options[picked]` of the suggestion to see what was changed; null if nothing was sent, and once
                 *     the contact was forgotten.
                 */
                sent_text?: string | null;
                suggestion: components["schemas"]["Suggestion"];
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_ApiKey: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at?: string | null;
                /** Format: uuid */
                id: string;
                /**
                 * Format: date-time
                 * @description To the minute.
                 */
                last_used_at?: string | null;
                /**
                 * Format: uuid
                 * @description Whose it is.
                 */
                member_id: string;
                name: string;
                /** @description The token's first characters. */
                prefix: string;
                /** Format: date-time */
                revoked_at?: string | null;
                scopes: components["schemas"]["KeyScope"][];
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Approval: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: uuid */
                agent_id: string;
                approver: components["schemas"]["ApproverRole"];
                /** @description Exactly what is called if it is approved; null once it was forgotten. */
                arguments?: Record<string, never> | null;
                /** Format: date-time */
                asked_at: string;
                /** Format: date-time */
                decided_at?: string | null;
                /** Format: uuid */
                decided_by?: string | null;
                decision?: components["schemas"]["ApprovalDecision"] | null;
                /** @description Whether a person changed the arguments. */
                edited: boolean;
                /** Format: date-time */
                expires_at: string;
                /** Format: uuid */
                id: string;
                /** @description The rule that asks for a person. */
                rule: string;
                /** Format: uuid */
                thread_id: string;
                tool: string;
                /** Format: uuid */
                turn_id: string;
                /**
                 * Format: date-time
                 * @description When the call was made.
                 */
                used_at?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Block: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: uuid
                 * @description Whose own it is; null if every agent shares it.
                 */
                agent_id?: string | null;
                /**
                 * Format: int64
                 * @description How many characters it may have.
                 */
                char_limit: number;
                /** Format: date-time */
                created_at: string;
                /** @description What it is for. */
                description: string;
                /** Format: uuid */
                id: string;
                /** @description How far it can be trusted: as far as the least of what stands in it. */
                integrity: components["schemas"]["Integrity"];
                label: string;
                /** @description Whether agents may only read it. */
                read_only: boolean;
                /** @description Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id. */
                scope: string;
                /** Format: date-time */
                updated_at: string;
                value: string;
                /**
                 * Format: int64
                 * @description Grows with every edit.
                 */
                version: number;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_BlockVersion: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                author: components["schemas"]["Author"];
                /** Format: date-time */
                created_at: string;
                integrity: components["schemas"]["Integrity"];
                value: string;
                /** Format: int64 */
                version: number;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Consent: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                change: components["schemas"]["ConsentChange"];
                /** Format: date-time */
                changed_at: string;
                /** @description The channel it is about, like `sms`. */
                channel: string;
                /**
                 * Format: uuid
                 * @description The message that a carrier did not take.
                 */
                effect_id?: string | null;
                how: components["schemas"]["ConsentBy"];
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The line it was said to, or that the message left from.
                 */
                line_id?: string | null;
                /**
                 * Format: uuid
                 * @description Who wrote it down by hand.
                 */
                member_id?: string | null;
                /** @description What they call it. */
                message?: string | null;
                /** @description Who brought the text, like `twilio`. */
                source?: string | null;
                /** @description What was said. Null if nobody said anything, or who did was forgotten. */
                words?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Contact: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** @description `usual` is what their line says. With `drafts` an agent only drafts; with `people` none is asked. */
                answering: components["schemas"]["Answering"];
                /**
                 * Format: uuid
                 * @description The agent that answers them in place of their line's.
                 */
                answering_agent_id?: string | null;
                /** Format: date-time */
                created_at: string;
                /** @description What was known of them was destroyed. */
                forgotten: boolean;
                /** Format: uuid */
                id: string;
                identifiers: components["schemas"]["Identifier"][];
                name?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Conversation: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: date-time
                 * @description When something was said last.
                 */
                active_at: string;
                /** Format: uuid */
                agent_id: string;
                /** Format: date-time */
                created_at: string;
                /** @description What the client called it. */
                id: string;
                /** @description Whether an answer is being written. */
                running: boolean;
                /** Format: uuid */
                thread_id: string;
                title: string;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Document: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: int64
                 * @description How large the file was.
                 */
                bytes: number;
                /**
                 * Format: int64
                 * @description How many passages it is kept in: those that it was made into and that were not forgotten.
                 */
                chunks: number;
                /** Format: date-time */
                created_at: string;
                file_name?: string | null;
                /** Format: uuid */
                id: string;
                /** @description How far it can be trusted. */
                integrity: components["schemas"]["Integrity"];
                media_type: string;
                /** @description Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id. */
                scope: string;
                status: components["schemas"]["DocumentStatus"];
                tags: string[];
                title: string;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Effect: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: uuid */
                agent_id?: string | null;
                /** Format: uuid */
                approval_id?: string | null;
                /**
                 * Format: int64
                 * @description How often sending was tried.
                 */
                attempts: number;
                channel: string;
                class: components["schemas"]["EffectClass"];
                /** Format: uuid */
                contact_id: string;
                /** Format: date-time */
                created_at: string;
                /**
                 * Format: uuid
                 * @description Who decided about it when nobody could tell.
                 */
                decided_by?: string | null;
                /** Format: date-time */
                expires_at: string;
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                line_id: string;
                /** @description To, from and text; null once the contact was forgotten. */
                message?: Record<string, never> | null;
                /** @description How the carrier names it. */
                provider_ref?: string | null;
                /** @description Why it stands there. */
                reason?: string | null;
                /** @description The rule that lets it leave. */
                rule: string;
                /** Format: date-time */
                settled_at?: string | null;
                state: components["schemas"]["EffectState"];
                /** Format: uuid */
                thread_id: string;
                /** Format: uuid */
                turn_id?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_InboxMessage: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: uuid
                 * @description The agent that sent it.
                 */
                agent_id?: string | null;
                ai_origin?: components["schemas"]["AiOrigin"] | null;
                /** Format: date-time */
                at: string;
                by: components["schemas"]["Speaker"];
                /** @description What the carrier said when it was last tried, if it did not leave or arrive. */
                carrier_said?: string | null;
                delivery?: components["schemas"]["EffectState"] | null;
                /** @description Why it stands there. */
                delivery_reason?: string | null;
                direction: components["schemas"]["Direction"];
                /**
                 * Format: uuid
                 * @description The message in the outbox; null for what came in.
                 */
                effect_id?: string | null;
                /** @description The files that came with what the contact wrote. */
                files: components["schemas"]["MessageFile"][];
                /** Format: uuid */
                id: string;
                /**
                 * Format: uuid
                 * @description The line it came to or leaves from.
                 */
                line_id?: string | null;
                /**
                 * Format: uuid
                 * @description Who of the team sent it.
                 */
                member_id?: string | null;
                /** @description How many messages the carrier makes of it; null for what came in. */
                segments?: number | null;
                skipped?: components["schemas"]["Skipped"] | null;
                /** @description Null once the contact was forgotten. */
                text?: string | null;
                /**
                 * Format: date-time
                 * @description Until when it waits because it is night where the contact is.
                 */
                waits_until?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_InboxThread: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: date-time */
                active_at: string;
                /** Format: uuid */
                agent_id: string;
                agent_name: string;
                /** @description Who answers them; `usual` is whoever answers on the line they write to. */
                answering: components["schemas"]["Answering"];
                /** @description What the agent is called that was chosen to answer them in the place of the line's; null if none was. */
                answering_agent_name?: string | null;
                /** Format: uuid */
                contact_id: string;
                contact_name?: string | null;
                /** @description Whether a notice or a question about it waits for a person. */
                escalated: boolean;
                /** @description Whether it is on hold: its agent does nothing until a person lets it go on. */
                held: boolean;
                last?: components["schemas"]["LastWords"] | null;
                /**
                 * Format: uuid
                 * @description The line that was used last.
                 */
                line_id?: string | null;
                line_label?: string | null;
                /** @description Whether they want no messages. */
                opted_out: boolean;
                taken_over_by?: components["schemas"]["TakenOverBy"] | null;
                /** Format: uuid */
                thread_id: string;
                /**
                 * Format: int64
                 * @description Texts of the contact's that nobody of the team has read.
                 */
                unread: number;
                /** @description Whether drafted replies wait for a person. */
                waiting_suggestion: boolean;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Job: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: int64
                 * @description How often it was begun.
                 */
                attempt: number;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                ended_at?: string | null;
                /** @description Why it failed last. */
                error?: string | null;
                /** Format: uuid */
                id: string;
                kind: string;
                /**
                 * Format: date-time
                 * @description Not before this.
                 */
                run_at: string;
                state: components["schemas"]["JobState"];
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Line: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                address: string;
                /**
                 * Format: uuid
                 * @description Who answers on it; without one, a person is told.
                 */
                agent_id?: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: uuid */
                id: string;
                kind: components["schemas"]["LineKind"];
                label: string;
                provider?: components["schemas"]["LineProvider"] | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Member: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: date-time */
                created_at: string;
                /** Format: uuid */
                id: string;
                identifiers: components["schemas"]["Identifier"][];
                name: string;
                role: components["schemas"]["Role"];
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Notice: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: date-time */
                created_at: string;
                /** Format: uuid */
                effect_id?: string | null;
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                job_id?: string | null;
                kind: components["schemas"]["NoticeKind"];
                /** Format: date-time */
                resolved_at?: string | null;
                /**
                 * Format: uuid
                 * @description Null if nobody said so: the trouble is over, the thread was let go on, the job runs again.
                 */
                resolved_by?: string | null;
                /** Format: uuid */
                schedule_id?: string | null;
                /** @description Null once what it is about was forgotten. */
                text?: string | null;
                /** Format: uuid */
                thread_id?: string | null;
                /** Format: uuid */
                turn_id?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Passage: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: uuid
                 * @description Whose own it is; null if every agent shares it.
                 */
                agent_id?: string | null;
                /**
                 * Format: int64
                 * @description Which part of it, from 0.
                 */
                chunk_index: number;
                /** Format: uuid */
                contact_id?: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: uuid */
                document_id?: string | null;
                /** @description What its vector was made by; null until it has one. */
                embedding_model?: string | null;
                /** Format: uuid */
                id: string;
                /** @description How far it can be trusted. */
                integrity: components["schemas"]["Integrity"];
                /**
                 * Format: date-time
                 * @description When it was said or written.
                 */
                occurred_at: string;
                /**
                 * Format: int64
                 * @description How much it matters beside others.
                 */
                priority: number;
                /** @description Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id. */
                scope: string;
                /** @description What it is a part of: `message`, `archival`, `document`, `summary`, `workspace`. More may come. */
                source: string;
                /** @description Who said it. */
                speaker?: string | null;
                tags: string[];
                text: string;
                /** Format: uuid */
                thread_id?: string | null;
                title?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_PhoneMessage: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: date-time */
                at: string;
                /** @description As everywhere, seen from the team: `in` was written on the phone, `out` has arrived on it. */
                direction: components["schemas"]["Direction"];
                /** Format: uuid */
                id: string;
                /** @description Null once the contact was forgotten. */
                text?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Schedule: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: uuid */
                agent_id: string;
                /** Format: date-time */
                created_at: string;
                /** Format: uuid */
                created_by?: string | null;
                /** @description Minute, hour, day of the month, month, day of the week; null for a moment that comes once. */
                cron?: string | null;
                enabled: boolean;
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                last_at?: string | null;
                /**
                 * Format: uuid
                 * @description The conversation in which an agent set it up; null if a person made it, or the conversation is gone.
                 */
                made_in?: string | null;
                misfire: components["schemas"]["Misfire"];
                /**
                 * Format: int64
                 * @description Occurrences that did not run at their time.
                 */
                missed: number;
                name: string;
                /**
                 * Format: date-time
                 * @description When it is due; null once it is over.
                 */
                next_at?: string | null;
                /** @description The next three times; fewer if it comes once, none if it is over or switched off. */
                next_runs: components["schemas"]["ScheduledRun"][];
                /**
                 * Format: int64
                 * @description Grows with every change.
                 */
                revision: number;
                /** @description What the agent is told. */
                text: string;
                zone: string;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Suggestion: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: uuid */
                agent_id: string;
                /**
                 * Format: uuid
                 * @description Who would get it.
                 */
                contact_id: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                decided_at?: string | null;
                /** Format: uuid */
                decided_by?: string | null;
                /** @description Whether a person changed it before it was sent. */
                edited: boolean;
                /**
                 * Format: uuid
                 * @description The message that was sent.
                 */
                effect_id?: string | null;
                /** Format: uuid */
                id: string;
                kind: components["schemas"]["MessageKind"];
                /**
                 * Format: uuid
                 * @description The line it would leave from: the one they wrote to.
                 */
                line_id: string;
                /** @description The drafts, the agent's best first; null once the contact was forgotten. */
                options?: components["schemas"]["SuggestedReply"][] | null;
                outdated_by?: components["schemas"]["OutdatedBy"] | null;
                /**
                 * Format: int64
                 * @description Which of them was sent, from 0.
                 */
                picked?: number | null;
                state: components["schemas"]["SuggestionState"];
                /** Format: uuid */
                thread_id: string;
                /** Format: uuid */
                turn_id: string;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Summary: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: date-time */
                created_at: string;
                /** @description What must not be lost, each with who said it and when. */
                facts: string[];
                /**
                 * Format: double
                 * @description The part of the facts that the model kept by itself, from 0 to 1.
                 */
                fidelity: number;
                /**
                 * Format: int64
                 * @description The first item it covers itself; `previous_id` covers those before.
                 */
                from_seq: number;
                /** Format: uuid */
                id: string;
                /** Format: int64 */
                item_count: number;
                /** @description What it was about, and the tone. */
                narrative: string;
                /** Format: uuid */
                previous_id?: string | null;
                /** Format: uuid */
                thread_id: string;
                /** Format: int64 */
                to_seq: number;
                /** Format: int64 */
                tokens: number;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Thread: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /**
                 * Format: date-time
                 * @description When something arrived last.
                 */
                active_at: string;
                /** Format: uuid */
                agent_id: string;
                /** Format: date-time */
                created_at: string;
                /** @description Why it is on hold: nobody works on it until a person lets it go on. Null if it is not. */
                hold_reason?: string | null;
                /** Format: uuid */
                id: string;
                /** @description Which of the agent's conversations it is, such as `contact:` and an id. */
                key: string;
                state: components["schemas"]["ThreadState"];
                /** Format: int64 */
                turns: number;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_ThreadItem: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: date-time */
                created_at: string;
                /** @description Who said it, as the agent calls them. Null for the agent and for tools. */
                from?: string | null;
                /** @description How far it is trusted. */
                integrity: components["schemas"]["Integrity"];
                /** @description What it is: `user`, `assistant`, `tool_call`, `tool_output` or `reasoning`. */
                kind: string;
                /**
                 * Format: int64
                 * @description Its place, from 1.
                 */
                seq: number;
                text: string;
                /** @description The tool that was called. */
                tool?: string | null;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description A part of a list. */
        List_Turn: {
            /** @description The things themselves, in the order that the list has. */
            items: {
                /** Format: uuid */
                agent_id: string;
                /**
                 * Format: int64
                 * @description In millionths of a dollar.
                 */
                cost_micros: number;
                /** Format: date-time */
                ended_at?: string | null;
                /** Format: uuid */
                id: string;
                /** Format: int64 */
                input_tokens: number;
                model: string;
                /**
                 * Format: int64
                 * @description Its number on the thread.
                 */
                no: number;
                /** @description How it ended, in one word. */
                outcome?: string | null;
                /** Format: int64 */
                output_tokens: number;
                /** Format: date-time */
                started_at: string;
                state: components["schemas"]["TurnState"];
                /**
                 * Format: int64
                 * @description Model calls.
                 */
                steps: number;
                /** Format: uuid */
                thread_id: string;
                /**
                 * Format: int64
                 * @description How many workers have had it; more than one means that it was interrupted.
                 */
                workers: number;
            }[];
            /** @description Ask again with this as `cursor` for more; null at the end. */
            next_cursor?: string | null;
        };
        /** @description Who is calling, and how. */
        Me: {
            /** @description Send it as `x-csrf-token` with every change; null unless signed in with a browser. */
            csrf_token?: string | null;
            member: components["schemas"]["MeMember"];
            org: components["schemas"]["MeOrg"];
            /** @description What the credential allows. */
            scopes: components["schemas"]["KeyScope"][];
            /** @description Whether a mail server is set up. Without one nobody gets emails. */
            sends_mail: boolean;
            /** @description How the caller was authenticated. */
            via: components["schemas"]["Via"];
        };
        /** @description What to change; what is left out stays as it is. */
        MeChange: {
            /** @description Whether to get an email when a person must look. It says nothing of the conversation, only where it is. */
            mail_escalations?: boolean | null;
            name?: string | null;
            /**
             * @description Whether to get a text at one's own phone number when a person must look, at night only at an emergency. It says nothing of
             *     the conversation either. Refused without a number, where nobody can be texted, and to a number that has asked for silence.
             */
            text_escalations?: boolean | null;
        };
        /** @description The calling member. */
        MeMember: {
            /** @description The first email address they are known by. */
            email?: string | null;
            /** Format: uuid */
            id: string;
            /** @description Whether they get an email when a person must look: at an emergency, a text for a person, an agent that asks for one. */
            mail_escalations: boolean;
            name: string;
            /** @description The first phone number they are known by. */
            phone?: string | null;
            role: components["schemas"]["Role"];
            /** @description Whether they get a text at it when a person must look. */
            text_escalations: boolean;
        };
        /** @description The caller's organisation. */
        MeOrg: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description A member. */
        Member: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            identifiers: components["schemas"]["Identifier"][];
            name: string;
            role: components["schemas"]["Role"];
        };
        /** @description What to change; what is left out stays. */
        MemberChange: {
            name?: string | null;
            role?: components["schemas"]["Role"] | null;
        };
        /**
         * @description What an agent may read and write of what is remembered.
         * @enum {string}
         */
        MemoryMode: "shared" | "isolated" | "overlay";
        /** @description What to look for. */
        MemorySearch: {
            /**
             * Format: date-time
             * @description Only from this moment on.
             */
            after?: string | null;
            /**
             * Format: date-time
             * @description Only before this moment.
             */
            before?: string | null;
            /** Format: uuid */
            contact_id?: string | null;
            /**
             * Format: int32
             * @description At most this many, 1 to 50; 10 without it.
             */
            limit?: number | null;
            /** @description A question, or words. */
            query: string;
            /**
             * @description Whose memories: each `org`, `member`, or `member:`, `contact:` or `agent:` and an id. Without it the caller's own and
             *     the organisation's, and those of the thread and the contact that are named.
             */
            scopes?: string[] | null;
            /** @description Only these sources, such as `message`, `archival`, `document`, `summary`, `workspace`. */
            sources?: string[] | null;
            tags?: components["schemas"]["Tags"] | null;
            /** Format: uuid */
            thread_id?: string | null;
        };
        /** @description How much is remembered, and what still waits. */
        MemoryStats: {
            embedding: components["schemas"]["EmbeddingState"];
            index: components["schemas"]["IndexState"];
            /** @description How many passages there are, by source. Those of other members are counted for admins alone. */
            passages: {
                [key: string]: number;
            };
            waiting: components["schemas"]["WaitingMemory"];
        };
        /** @description A file that came with a text. */
        MessageFile: {
            /** @description What the carrier says it is. */
            content_type: string;
            /** @description Made up: carriers give no names. */
            name: string;
            /**
             * Format: int64
             * @description In bytes; null as long as it is not here.
             */
            size?: number | null;
            state: components["schemas"]["FileState"];
            /** @description Where it can be fetched; null as long as it is not here. */
            url?: string | null;
        };
        /**
         * @description What kind of message drafted replies answer, as the agent sees it. `follow_up`: the contact wrote nothing new.
         * @enum {string}
         */
        MessageKind: "question" | "request" | "scheduling" | "complaint" | "thanks" | "follow_up" | "other";
        /**
         * @description What happens to runs that were missed.
         * @enum {string}
         */
        Misfire: "run_once" | "skip";
        /** @description Something that answers. */
        Model: {
            /**
             * Format: int64
             * @description When it was made, in seconds since 1970; 0 where nobody knows.
             */
            created: number;
            /** @description What a request calls it. */
            id: string;
            /** @description What people call it. */
            name: string;
            object: string;
            owned_by: string;
        };
        /** @description Everything that answers. */
        ModelList: {
            data: components["schemas"]["Model"][];
            object: string;
        };
        /** @description What is looked for that should not be said. */
        Moderation: {
            model: string;
            policy?: components["schemas"]["ModerationPolicy"] | null;
        };
        /**
         * @description Whether it is told or kept back.
         * @enum {string}
         */
        ModerationMode: "score" | "block";
        /** @description What becomes of it. */
        ModerationPolicy: {
            input?: components["schemas"]["ModerationSide"] | null;
            output?: components["schemas"]["ModerationSide"] | null;
        };
        /** @description What becomes of it in what is asked, or in what is answered. */
        ModerationSide: {
            mode: components["schemas"]["ModerationMode"];
        };
        /** @description A JSON Schema that an answer has to match. */
        NamedSchema: {
            description?: string | null;
            /** @description Letters, digits, hyphens and underscores. */
            name: string;
            schema: Record<string, never>;
            strict?: boolean | null;
        };
        /** @description An agent to be made. It drafts; change it to let it send. */
        NewAgent: {
            /**
             * Format: int64
             * @description What it may spend in a day, in millionths of a dollar.
             */
            daily_micros?: number | null;
            /**
             * Format: int64
             * @description The same in tokens.
             */
            daily_tokens?: number | null;
            /** @description What it is for. */
            goals?: string | null;
            /** @description What it must do and must not do. */
            instructions?: string | null;
            memory_mode?: components["schemas"]["MemoryMode"] | null;
            /** @description `provider:model`; without it the configured one. */
            model?: string | null;
            name: string;
            /** @description The same as an optimiser wrote it, which is used instead while prompt optimisation is on. */
            optimised_instructions?: string | null;
            /** @description How it speaks. */
            persona?: string | null;
            /** @description The tools it may have. */
            tools?: string[] | null;
        };
        /** @description What a contact told you. */
        NewConsent: {
            change: components["schemas"]["ConsentChange"];
            channel: components["schemas"]["Channel"];
        };
        /** @description A contact to be made. At least one of the fields. */
        NewContact: {
            email?: string | null;
            name?: string | null;
            phone?: string | null;
        };
        /** @description A text to be kept as a document. */
        NewDocument: {
            /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `org` without it. */
            scope?: string | null;
            tags?: components["schemas"]["Tags"] | null;
            text: string;
            title: string;
        };
        /** @description An identifier to be added. */
        NewIdentifier: {
            kind: components["schemas"]["IdentifierKind"];
            value: string;
        };
        /** @description A key to be made. */
        NewKey: {
            /**
             * Format: date-time
             * @description When it ends by itself; never without it.
             */
            expires_at?: string | null;
            name: string;
            scopes: components["schemas"]["KeyScope"][];
        };
        /** @description A line to be added. */
        NewLine: {
            /** @description A phone number with its country code, or an email address. */
            address: string;
            /**
             * Format: uuid
             * @description Who answers on it.
             */
            agent_id?: string | null;
            kind: components["schemas"]["LineKind"];
            label: string;
            provider?: components["schemas"]["LineProvider"] | null;
        };
        /** @description A member to be made. */
        NewMember: {
            email?: string | null;
            name: string;
            phone?: string | null;
            role: components["schemas"]["Role"];
        };
        /** @description Something to remember. */
        NewNote: {
            /**
             * Format: uuid
             * @description An agent that keeps it to itself; without it, every agent of the scope shares it.
             */
            agent_id?: string | null;
            /** @description Another place for tags, which some clients use. */
            metadata?: {
                [key: string]: components["schemas"]["Tags"];
            } | null;
            /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it. */
            scope?: string | null;
            tags?: components["schemas"]["Tags"] | null;
            text: string;
        };
        /** @description A schedule to be made: with `cron`, or with `at`. */
        NewSchedule: {
            /** Format: uuid */
            agent_id: string;
            /**
             * Format: date-time
             * @description A moment that comes once.
             */
            at?: string | null;
            /**
             * @description Minute, hour, day of the month, month, day of the week.
             * @example 0 9 * * 1-5
             */
            cron?: string | null;
            /** @description Whether it fires at all; true without it. */
            enabled?: boolean | null;
            misfire?: components["schemas"]["Misfire"] | null;
            name: string;
            /** @description What the agent is told. */
            text: string;
            /**
             * @description The time zone of `cron`, and of the times that people are told; UTC without it.
             * @example Europe/Berlin
             */
            zone?: string | null;
        };
        /** @description What was remembered. */
        Noted: {
            /** @description The parts of the text, in order. A short one has one part. */
            items: components["schemas"]["Passage"][];
        };
        /** @description Something a person must know or decide. */
        Notice: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            effect_id?: string | null;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            job_id?: string | null;
            kind: components["schemas"]["NoticeKind"];
            /** Format: date-time */
            resolved_at?: string | null;
            /**
             * Format: uuid
             * @description Null if nobody said so: the trouble is over, the thread was let go on, the job runs again.
             */
            resolved_by?: string | null;
            /** Format: uuid */
            schedule_id?: string | null;
            /** @description Null once what it is about was forgotten. */
            text?: string | null;
            /** Format: uuid */
            thread_id?: string | null;
            /** Format: uuid */
            turn_id?: string | null;
        };
        /**
         * @description What a person must know.
         * @enum {string}
         */
        NoticeKind: "escalated" | "held" | "review" | "expired" | "missed" | "failed";
        /** @description As they were asked for. */
        Numbers: number[] | string;
        /** @description A part of a list. */
        ObjectList: {
            data: Record<string, never>[];
            /** @description Empty if there is nothing. */
            first_id: string;
            has_more: boolean;
            /** @description Ask again with this as `after` for more. */
            last_id: string;
            object: string;
        };
        /** @description A call of such a function. */
        OldCall: {
            arguments: string;
            name: string;
        };
        /** @description A function as it was written before there were tools. */
        OldFunction: {
            description?: string | null;
            name: string;
            parameters?: Record<string, never> | null;
        };
        /** @description Whether such a function is called, and which. */
        OldFunctionChoice: components["schemas"]["OldFunctionMode"] | components["schemas"]["OldFunctionName"];
        /**
         * @description Whether such a function is called.
         * @enum {string}
         */
        OldFunctionMode: "none" | "auto";
        /** @description Which such function is called. */
        OldFunctionName: {
            name: string;
        };
        /** @description The body of every error of the OpenAI-compatible routes. */
        OpenAiErrorBody: {
            error: components["schemas"]["OpenAiErrorDescription"];
        };
        /** @description What went wrong, as clients of OpenAI read it. */
        OpenAiErrorDescription: {
            /** @description For programs. */
            code: string | null;
            /** @description A sentence, for people. */
            message: string;
            /** @description The parameter to blame, where one is. */
            param: string | null;
            /**
             * @description What kind of error it is.
             * @example invalid_request_error
             */
            type: string;
        };
        /** @description An organisation. */
        Org: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description What to change. */
        OrgChange: {
            name: string;
        };
        /**
         * @description What came before anybody decided: the contact wrote again, a person answered in their own words, the agent drafted again, or
         *     what it says was forgotten.
         * @enum {string}
         */
        OutdatedBy: "newer_text" | "team_reply" | "later_draft" | "forgotten";
        /** @description A text that can be found again. */
        Passage: {
            /**
             * Format: uuid
             * @description Whose own it is; null if every agent shares it.
             */
            agent_id?: string | null;
            /**
             * Format: int64
             * @description Which part of it, from 0.
             */
            chunk_index: number;
            /** Format: uuid */
            contact_id?: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            document_id?: string | null;
            /** @description What its vector was made by; null until it has one. */
            embedding_model?: string | null;
            /** Format: uuid */
            id: string;
            /** @description How far it can be trusted. */
            integrity: components["schemas"]["Integrity"];
            /**
             * Format: date-time
             * @description When it was said or written.
             */
            occurred_at: string;
            /**
             * Format: int64
             * @description How much it matters beside others.
             */
            priority: number;
            /** @description Whose memory it is in: `org`, or `member:`, `contact:` or `agent:` and an id. */
            scope: string;
            /** @description What it is a part of: `message`, `archival`, `document`, `summary`, `workspace`. More may come. */
            source: string;
            /** @description Who said it. */
            speaker?: string | null;
            tags: string[];
            text: string;
            /** Format: uuid */
            thread_id?: string | null;
            title?: string | null;
        };
        /** @description Where a passage came from. */
        PassageSource: {
            kind: components["schemas"]["PassageSourceKind"];
            /** @description Whose conversation it is, or what the document or note is called, or where the file lies. */
            label: string;
        };
        /** @enum {string} */
        PassageSourceKind: "thread" | "document" | "note" | "summary" | "file";
        /** @description A new password. */
        PasswordChange: {
            /**
             * Format: password
             * @description The password so far; needed if there is one.
             */
            current_password?: string | null;
            /**
             * Format: password
             * @description At least 12 characters.
             */
            new_password: string;
        };
        /** @description A password to sign in with. */
        PasswordSignIn: {
            /** @description The member's email address. */
            email: string;
            /**
             * Format: password
             * @description Their password.
             */
            password: string;
        };
        /** @description Whether there is a phone on the screen. */
        Phone: {
            /** @description Whether lines can have it as their carrier; the setting `sending.phone_on_screen`. */
            is_on: boolean;
        };
        /** @description A message as the person sees it who has the phone. */
        PhoneMessage: {
            /** Format: date-time */
            at: string;
            /** @description As everywhere, seen from the team: `in` was written on the phone, `out` has arrived on it. */
            direction: components["schemas"]["Direction"];
            /** Format: uuid */
            id: string;
            /** @description Null once the contact was forgotten. */
            text?: string | null;
        };
        /** @description What somebody writes on the phone. */
        PhoneText: {
            /** @description How your program names it: the same name again is the same message again. */
            client_id: string;
            /** @description Their number, with its country code. */
            number: string;
            text: string;
        };
        /**
         * @description How exactly a place is told.
         * @enum {string}
         */
        PlaceKind: "approximate";
        /** @description A part of a text. */
        PredictedPart: {
            text: string;
            type: components["schemas"]["PredictedPartKind"];
        };
        /**
         * @description What a part of a text is.
         * @enum {string}
         */
        PredictedPartKind: "text";
        /** @description One text, or its parts. */
        PredictedText: string | components["schemas"]["PredictedPart"][];
        /** @description What most of the answer will be. */
        Prediction: {
            content: components["schemas"]["PredictedText"];
            type: components["schemas"]["PredictionKind"];
        };
        /**
         * @description What a prediction is.
         * @enum {string}
         */
        PredictionKind: "content";
        /** @description What you like; null is no preference. */
        PreferencesBody: {
            /** @description In which language. */
            language?: string | null;
            /** @description How you want to be answered. */
            style?: string | null;
            /** @description Where you are, like `Europe/Vienna`. */
            time_zone?: string | null;
        };
        /** @description What you like from now on; what is left out stays, an empty text or null is no preference. */
        PreferencesChange: {
            /** @description In which language. */
            language?: string | null;
            /** @description How you want to be answered. */
            style?: string | null;
            /** @description Where you are, like `Europe/Vienna`. */
            time_zone?: string | null;
        };
        /** @description What somebody says to a proposal. */
        ProposalDecision: {
            /** @description Whether the account is changed. What is not accepted is not proposed again. */
            accept: boolean;
        };
        /** @description What the sources of an account say and the account does not. */
        ProposalList: {
            /** @description The newest source first, and no more than twenty: whoever has decided on them sees the next. */
            proposals: components["schemas"]["AccountProposal"][];
        };
        /** @description What became of a proposal. */
        ProposalOutcome: {
            /** @description What changed in the account; nothing if it was dismissed. */
            changes: components["schemas"]["AccountFieldChange"][];
            /** @description The entry of the history that tells of the change. */
            history_entry_id?: string | null;
        };
        /** @description An event of Quo's; it has more fields than these, and all of them are signed. */
        QuoEvent: {
            data: unknown;
            type: string;
        };
        /** @description How far the team has read. */
        ReadBody: {
            /**
             * Format: uuid
             * @description The last message that was read.
             */
            up_to: string;
        };
        /** @description Requests are welcome. */
        Ready: {
            /**
             * @description Always `ready`.
             * @example ready
             */
            status: string;
        };
        /** @description How much a model is to think, and what it tells of it. */
        Reasoning: {
            context?: components["schemas"]["ReasoningContext"] | null;
            effort?: components["schemas"]["Effort"] | null;
            generate_summary?: components["schemas"]["ReasoningSummary"] | null;
            mode?: string | null;
            summary?: components["schemas"]["ReasoningSummary"] | null;
        };
        /**
         * @description Of which turns a model reads again what it thought.
         * @enum {string}
         */
        ReasoningContext: "auto" | "current_turn" | "all_turns";
        /**
         * @description What is told of what a model thought.
         * @enum {string}
         */
        ReasoningSummary: "auto" | "concise" | "detailed";
        /** @description How far the work is. */
        Reembedding: {
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            total: number;
        };
        /** @description What a conversation is called. */
        RenameConversation: {
            title: string;
        };
        /** @description What running a turn again from its record found. */
        Replay: {
            /** @description Steps whose question came out otherwise. */
            different: number[];
            /** @description Whether everything was as it had been. */
            faithful: boolean;
            /** @description Questions to the model that were put together again. */
            questions: number;
            /** @description Whether something that the turn went by was forgotten since: it cannot come out as it did. */
            redacted: boolean;
            same_end: boolean;
            /** @description Steps that were not asked for this time. */
            unasked: number[];
        };
        /** @description The line that an answer leaves from. */
        ReplyLine: {
            address: string;
            label: string;
            /** Format: uuid */
            line_id: string;
        };
        /** @description The form of an answer, as `/v1/chat/completions` spells it. */
        ResponseFormat: {
            json_schema?: components["schemas"]["ChatSchema"] | null;
            type: components["schemas"]["FormatKind"];
        };
        /** @description One message of the user, or several items. */
        ResponseInput: string | Record<string, never>[];
        /** @description A response, as OpenAI describes it. */
        ResponseObject: Record<string, never>;
        /**
         * @description It was sent, it is to be sent again, or it is dropped.
         * @enum {string}
         */
        ReviewDecision: "was_sent" | "send_again" | "drop";
        /**
         * @description What a member may do.
         * @enum {string}
         */
        Role: "owner" | "admin" | "member";
        /** @description A time, or many, at which an agent is told something. */
        Schedule: {
            /** Format: uuid */
            agent_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by?: string | null;
            /** @description Minute, hour, day of the month, month, day of the week; null for a moment that comes once. */
            cron?: string | null;
            enabled: boolean;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_at?: string | null;
            /**
             * Format: uuid
             * @description The conversation in which an agent set it up; null if a person made it, or the conversation is gone.
             */
            made_in?: string | null;
            misfire: components["schemas"]["Misfire"];
            /**
             * Format: int64
             * @description Occurrences that did not run at their time.
             */
            missed: number;
            name: string;
            /**
             * Format: date-time
             * @description When it is due; null once it is over.
             */
            next_at?: string | null;
            /** @description The next three times; fewer if it comes once, none if it is over or switched off. */
            next_runs: components["schemas"]["ScheduledRun"][];
            /**
             * Format: int64
             * @description Grows with every change.
             */
            revision: number;
            /** @description What the agent is told. */
            text: string;
            zone: string;
        };
        /** @description Everything that can be set of a schedule, as it is to be from now on. */
        ScheduleChange: {
            /**
             * Format: date-time
             * @description A moment that comes once.
             */
            at?: string | null;
            /**
             * @description Minute, hour, day of the month, month, day of the week.
             * @example 0 9 * * 1-5
             */
            cron?: string | null;
            /** @description Whether it fires at all; true without it. */
            enabled?: boolean | null;
            misfire?: components["schemas"]["Misfire"] | null;
            name: string;
            /**
             * Format: int64
             * @description The revision that was read. If it is not the newest, somebody was faster, and nothing is changed.
             */
            revision: number;
            /** @description What the agent is told. */
            text: string;
            /**
             * @description The time zone of `cron`, and of the times that people are told; UTC without it.
             * @example Europe/Berlin
             */
            zone?: string | null;
        };
        /** @description A time at which a schedule runs. */
        ScheduledRun: {
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description The same moment by the clocks of the schedule's zone.
             * @example 2026-11-15T09:00:00+01:00
             */
            local: string;
        };
        /**
         * @description What an agent does with an answer: it drafts, or it sends.
         * @enum {string}
         */
        SendMode: "suggest" | "autonomous";
        /**
         * @description How fast an answer is wanted.
         * @enum {string}
         */
        ServiceTier: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | "ultrafast";
        /** @description A link to hand to the member. */
        SignInLink: {
            /** Format: date-time */
            expires_at: string;
            /** @description Whoever opens it first is signed in as the member. */
            url: string;
        };
        /** @description Something an agent can learn. */
        Skill: {
            /** @description What it is for, as agents read it. */
            description: string;
            /** @description What lies beside its `SKILL.md`. */
            files: components["schemas"]["SkillFile"][];
            name: string;
            scripts?: components["schemas"]["SkillScripts"] | null;
            /** @description Of all its files: the hash of what `sha256sum` prints for them, in the order of their paths. */
            sha256: string;
            source: components["schemas"]["SkillSource"];
        };
        /** @description A member who allowed something. */
        SkillAllowedBy: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description A file beside a `SKILL.md`. */
        SkillFile: {
            kind: components["schemas"]["SkillFileKind"];
            path: string;
        };
        /**
         * @description What a file of a skill is. Scripts are read by agents, and run if an admin allowed those of the skill.
         * @enum {string}
         */
        SkillFileKind: "reference" | "script" | "asset";
        /** @description The skills there are, and what is wrong with others. */
        SkillList: {
            /** @description Why a skill of the organisation was left out. */
            problems: components["schemas"]["SkillProblem"][];
            /** @description The built-in ones first, then the organisation's, by name; never cut into pages. */
            skills: components["schemas"]["Skill"][];
        };
        /** @description What is wrong with a skill. */
        SkillProblem: {
            file: string;
            line: number;
            /** @description In a sentence. */
            reason: string;
        };
        /** @description Whether the scripts of a skill may be run. */
        SkillScripts: {
            /** @description Whether an admin allowed them as the files of the skill are now. */
            allowed: boolean;
            /**
             * Format: date-time
             * @description When.
             */
            allowed_at?: string | null;
            allowed_by?: components["schemas"]["SkillAllowedBy"] | null;
            /** @description Whether they were allowed before a file of the skill was changed, which took the permission away. */
            changed_since: boolean;
        };
        /** @description Whether the scripts of a skill may be run from now on. */
        SkillScriptsChange: {
            allowed: boolean;
            /** @description The hash of the skill as you saw it: to be given where its scripts are allowed. */
            sha256?: string | null;
        };
        /**
         * @description Where a skill comes from: the program, or the organisation's files.
         * @enum {string}
         */
        SkillSource: "built_in" | "workspace";
        /**
         * @description Why no agent is asked about a text that a contact sent.
         * @enum {string}
         */
        Skipped: "keyword" | "opted_out" | "media_only" | "no_agent" | "taken_over" | "unanswerable";
        /**
         * @description Whose words they are.
         * @enum {string}
         */
        Speaker: "contact" | "agent" | "member" | "automatic";
        /** @description How a sentence was read. */
        StarterCard: {
            account_id?: string | null;
            account_name?: string | null;
            /**
             * Format: double
             * @description From 0 to 1.
             */
            confidence: number;
            /** @description How the account was found. */
            found_by: string;
            /** @description `search`, `update` or `unclear`. */
            intent: string;
            /** @description What decided. */
            rule: string;
            /** @description The skill that says how to go on. */
            skill: string;
        };
        /** @description The fields of a delivery report that are read. */
        StatusForm: {
            AccountSid: string;
            ErrorCode?: string | null;
            MessageSid: string;
            MessageStatus: string;
        };
        /** @description One word, or several. */
        StopChoice: string | string[];
        /** @description Whether a turn was stopped. */
        Stopped: {
            stopped: boolean;
        };
        /** @description What the stream of a response has besides. */
        StreamOptions: {
            include_obfuscation?: boolean | null;
        };
        /** @description One chunk of a stream, as the rules of server-sent events spell it. */
        StreamedCompletion: {
            /** @description A chunk of a chat completion, or `[DONE]`. */
            data: string;
        };
        /** @description One event of a stream, as the rules of server-sent events spell it. */
        StreamedEvent: {
            /** @description An object with `turn`, `depth` and `type`, and what else belongs to that type. */
            data: string;
        };
        /** @description One part of a message stream, as the rules of server-sent events spell it. */
        StreamedPart: {
            /** @description A part of the AI SDK's message stream, or `[DONE]`. */
            data: string;
        };
        /** @description One event of a stream, as the rules of server-sent events spell it. */
        StreamedResponse: {
            /** @description An event of OpenAI's response streams, or `[DONE]`. */
            data: string;
            /** @description The type of the event. */
            event: string;
        };
        /** @description One of the drafts. */
        SuggestedReply: {
            body: string;
            /**
             * Format: double
             * @description How sure the agent is, from 0 to 1.
             */
            confidence?: number | null;
        };
        /** @description Replies that an agent drafted to what a contact wrote. */
        Suggestion: {
            /** Format: uuid */
            agent_id: string;
            /**
             * Format: uuid
             * @description Who would get it.
             */
            contact_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            decided_at?: string | null;
            /** Format: uuid */
            decided_by?: string | null;
            /** @description Whether a person changed it before it was sent. */
            edited: boolean;
            /**
             * Format: uuid
             * @description The message that was sent.
             */
            effect_id?: string | null;
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["MessageKind"];
            /**
             * Format: uuid
             * @description The line it would leave from: the one they wrote to.
             */
            line_id: string;
            /** @description The drafts, the agent's best first; null once the contact was forgotten. */
            options?: components["schemas"]["SuggestedReply"][] | null;
            outdated_by?: components["schemas"]["OutdatedBy"] | null;
            /**
             * Format: int64
             * @description Which of them was sent, from 0.
             */
            picked?: number | null;
            state: components["schemas"]["SuggestionState"];
            /** Format: uuid */
            thread_id: string;
            /** Format: uuid */
            turn_id: string;
        };
        /** @description The reply that a person wants to be sent. */
        SuggestionChoice: {
            /** @description Which of the drafts, from 0. */
            option: number;
            /** @description What to send instead of what the draft says. */
            text?: string | null;
        };
        /**
         * @description What became of drafted replies. They are outdated when something was said since that they do not answer.
         * @enum {string}
         */
        SuggestionState: "waiting" | "sent" | "dismissed" | "outdated";
        /** @description A part of a thread, in short. */
        Summary: {
            /** Format: date-time */
            created_at: string;
            /** @description What must not be lost, each with who said it and when. */
            facts: string[];
            /**
             * Format: double
             * @description The part of the facts that the model kept by itself, from 0 to 1.
             */
            fidelity: number;
            /**
             * Format: int64
             * @description The first item it covers itself; `previous_id` covers those before.
             */
            from_seq: number;
            /** Format: uuid */
            id: string;
            /** Format: int64 */
            item_count: number;
            /** @description What it was about, and the tone. */
            narrative: string;
            /** Format: uuid */
            previous_id?: string | null;
            /** Format: uuid */
            thread_id: string;
            /** Format: int64 */
            to_seq: number;
            /** Format: int64 */
            tokens: number;
        };
        /** @description Something that can be switched off. */
        Switch: {
            /**
             * Format: date-time
             * @description When they did.
             */
            changed_at?: string | null;
            changed_by?: components["schemas"]["SwitchedBy"] | null;
            /** @description Whether the configuration allows it. */
            configuration: boolean;
            /** @description Whether it is on, everything counted: this organisation, the installation, the configuration, and `agents`. */
            enabled: boolean;
            /** @description Whether whoever runs the installation has it on for everybody. */
            installation: boolean;
            /**
             * Format: date-time
             * @description When it was last changed for the whole installation.
             */
            installation_changed_at?: string | null;
            name: components["schemas"]["Flag"];
            /** @description Whether this organisation has it on. */
            organisation: boolean;
            /** @description Why. */
            reason?: string | null;
            /** @description What stops while it is off. */
            stops: string;
        };
        /** @description What to do to a flag. */
        SwitchChange: {
            enabled: boolean;
            /** @description Why, for those who wonder. */
            reason?: string | null;
        };
        /** @description Everything that can be switched off. */
        SwitchList: {
            /** @description `agents`, which stops everything, is the first; never cut into pages. */
            items: components["schemas"]["Switch"][];
        };
        /** @description A member who changed something. */
        SwitchedBy: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        Tags: string[] | string | null;
        /** @description Who has taken a conversation over. */
        TakenOverBy: {
            /** Format: uuid */
            member_id: string;
            name: string;
        };
        /** @description The fields of an incoming text that are read; Twilio sends more, and signs all of them. */
        TextForm: {
            AccountSid: string;
            Body?: string | null;
            From: string;
            MessageSid: string;
            NumMedia?: string | null;
            To: string;
        };
        /** @description The form of an answer, as `/v1/responses` spells it. */
        TextFormat: {
            /** @enum {string} */
            type: "text";
        } | {
            /** @enum {string} */
            type: "json_object";
        } | (components["schemas"]["NamedSchema"] & {
            /** @enum {string} */
            type: "json_schema";
        });
        /** @description `text` of `/v1/responses`. */
        TextWish: {
            format?: components["schemas"]["TextFormat"] | null;
            verbosity?: components["schemas"]["Verbosity"] | null;
        };
        /** @description A conversation of an agent. */
        Thread: {
            /**
             * Format: date-time
             * @description When something arrived last.
             */
            active_at: string;
            /** Format: uuid */
            agent_id: string;
            /** Format: date-time */
            created_at: string;
            /** @description Why it is on hold: nobody works on it until a person lets it go on. Null if it is not. */
            hold_reason?: string | null;
            /** Format: uuid */
            id: string;
            /** @description Which of the agent's conversations it is, such as `contact:` and an id. */
            key: string;
            state: components["schemas"]["ThreadState"];
            /** Format: int64 */
            turns: number;
        };
        /** @description What the next turn of a thread would start from. */
        ThreadContext: {
            /** @description What is always there. */
            blocks: components["schemas"]["Block"][];
            /** @description Whether it was kept from a turn before. */
            cached: boolean;
            /**
             * Format: date-time
             * @description How long it may be used again; null if it is not kept.
             */
            cached_until?: string | null;
            /** @description What came to mind last, or would for what was said last, best first. */
            memories: components["schemas"]["Hit"][];
            /** @description How it was looked for: `none`, `fast` (one search) or `smart` (several). */
            path: string;
            summary?: components["schemas"]["Summary"] | null;
            tokens: components["schemas"]["TokenUse"];
        };
        /** @description A conversation and its newest turns. */
        ThreadDetail: {
            /** @description The newest ten, the newest first; `GET /api/turns?thread=` has the others. */
            recent_turns: components["schemas"]["Turn"][];
            thread: components["schemas"]["Thread"];
        };
        /** @description Something that was said or done on a thread. */
        ThreadItem: {
            /** Format: date-time */
            created_at: string;
            /** @description Who said it, as the agent calls them. Null for the agent and for tools. */
            from?: string | null;
            /** @description How far it is trusted. */
            integrity: components["schemas"]["Integrity"];
            /** @description What it is: `user`, `assistant`, `tool_call`, `tool_output` or `reasoning`. */
            kind: string;
            /**
             * Format: int64
             * @description Its place, from 1.
             */
            seq: number;
            text: string;
            /** @description The tool that was called. */
            tool?: string | null;
        };
        /**
         * @description Where a thread stands.
         * @enum {string}
         */
        ThreadState: "idle" | "queued" | "running" | "archived";
        /** @description What the parts of a prompt take. */
        TokenUse: {
            blocks: number;
            /** @description The most a prompt may hold, as we count. */
            budget: number;
            /** @description The team's files that it always sees: `MEMORY.md` and today's note. */
            files: number;
            /** @description What the agent is told of itself, of its skills and of how to answer. */
            instructions: number;
            memories: number;
            /** @description What was said since the summary, as far as there is room for it. */
            recent: number;
            summary: number;
            /** @description What it is told of its tools. */
            tools: number;
        };
        /** @description Something an agent can call. */
        Tool: {
            /** @description Whether a call can reach somebody or change something outside. */
            acts_outside: boolean;
            /** @description The arguments, as a JSON schema. */
            arguments: Record<string, never>;
            autonomous?: components["schemas"]["ToolConsent"] | null;
            /** @description What the model reads about it. */
            description: string;
            name: string;
            suggest?: components["schemas"]["ToolConsent"] | null;
            /** @description The group it belongs to; null for what no agent is without. */
            toolset?: string | null;
        };
        /** @description Whether the model has to call one, and which. */
        ToolChoice: string | {
            [key: string]: unknown;
        };
        /**
         * @description Whether a person is asked before a call is made: about every one, or only where the rules say so.
         * @enum {string}
         */
        ToolConsent: "always" | "by_rule";
        /**
         * @description Only functions can be called here.
         * @enum {string}
         */
        ToolKind: "function";
        /** @description Everything an agent can be given. */
        ToolList: {
            /** @description By name; never cut into pages. */
            items: components["schemas"]["Tool"][];
        };
        /**
         * @description What to do about a conversation that is too long.
         * @enum {string}
         */
        Truncation: "auto" | "disabled";
        /** @description A turn: from what arrived to what was answered. */
        Turn: {
            /** Format: uuid */
            agent_id: string;
            /**
             * Format: int64
             * @description In millionths of a dollar.
             */
            cost_micros: number;
            /** Format: date-time */
            ended_at?: string | null;
            /** Format: uuid */
            id: string;
            /** Format: int64 */
            input_tokens: number;
            model: string;
            /**
             * Format: int64
             * @description Its number on the thread.
             */
            no: number;
            /** @description How it ended, in one word. */
            outcome?: string | null;
            /** Format: int64 */
            output_tokens: number;
            /** Format: date-time */
            started_at: string;
            state: components["schemas"]["TurnState"];
            /**
             * Format: int64
             * @description Model calls.
             */
            steps: number;
            /** Format: uuid */
            thread_id: string;
            /**
             * Format: int64
             * @description How many workers have had it; more than one means that it was interrupted.
             */
            workers: number;
        };
        /** @description Something that a turn started from or brought about. */
        TurnArtifact: {
            /** Format: date-time */
            created_at: string;
            /** @description What it is, such as `setup`, `user`, `assistant`, `tool_call`, `effect` or `outcome`. */
            key: string;
            value: unknown;
            visibility: components["schemas"]["ArtifactVisibility"];
        };
        /** @description A turn and everything that happened in it. */
        TurnDetail: {
            artifacts: components["schemas"]["TurnArtifact"][];
            stats: components["schemas"]["TurnStats"];
            steps: components["schemas"]["TurnStep"][];
            turn: components["schemas"]["Turn"];
        };
        /**
         * @description Whether a turn is over.
         * @enum {string}
         */
        TurnState: "open" | "done" | "failed";
        /** @description What a turn took. */
        TurnStats: {
            /** Format: int64 */
            duration_ms?: number | null;
            failed_calls: number;
            model_calls: number;
            /**
             * Format: int64
             * @description Steps that were begun more than once.
             */
            retries: number;
            tool_calls: number;
        };
        /** @description One step of a turn. */
        TurnStep: {
            /**
             * Format: int64
             * @description How often it was begun; more than once means that it was interrupted.
             */
            attempt: number;
            /**
             * Format: int64
             * @description In millionths of a dollar.
             */
            cost_micros: number;
            /** @description Why there is no answer, if so. */
            error?: string | null;
            /** Format: int64 */
            input_tokens: number;
            /** @description `model`, `tools` or `look`. */
            kind: string;
            /** Format: int64 */
            latency_ms?: number | null;
            /** Format: int64 */
            no: number;
            /** Format: int64 */
            output_tokens: number;
            /** @description What came of it; null while it is under way. */
            result?: Record<string, never> | null;
            /** Format: date-time */
            started_at: string;
            /** @description `started` or `done`. */
            status: string;
        };
        /** @description A message of the AI SDK. */
        UiMessage: {
            id?: string;
            parts?: unknown[];
            role: string;
        };
        /** @description What is noted of a conversation. */
        UpdateConversation: {
            /** @description Replaces what was noted; null leaves nothing. */
            metadata: {
                [key: string]: string;
            } | null;
        };
        /** @description What is to be changed; the rest stays. */
        UpdateInstruction: {
            is_default?: boolean | null;
            name?: string | null;
            prompt?: string | null;
        };
        /** @description What was spent from one day to another. */
        Usage: {
            items: components["schemas"]["DailyUsage"][];
        };
        /**
         * @description How many words an answer has.
         * @enum {string}
         */
        Verbosity: "low" | "medium" | "high";
        /** @description Whether the state is what the history adds up to. */
        Verified: {
            break?: components["schemas"]["HistoryBreak"] | null;
            ok: boolean;
        };
        /**
         * @description How a caller was authenticated.
         * @enum {string}
         */
        Via: "session" | "api_key" | "oidc";
        /** @description A voice by its name, or by its id. */
        Voice: string | components["schemas"]["VoiceId"];
        /** @description A voice by its id. */
        VoiceId: {
            id: string;
        };
        /** @description What cannot be found yet. */
        WaitingMemory: {
            /**
             * Format: int64
             * @description Files of the workspace whose last change is not in passages yet.
             */
            files: number;
            /**
             * Format: int64
             * @description Messages that are not passages yet.
             */
            items: number;
            /**
             * Format: int64
             * @description Passages without a vector of the present model; they are found by their words.
             */
            passages: number;
        };
        /** @description A proposal with the account it is for. */
        WaitingProposal: components["schemas"]["AccountProposal"] & {
            account_id: string;
            account_name: string;
        };
        /** @description What the sources of all accounts say and the accounts do not. */
        WaitingProposals: {
            /** @description The newest source first, and no more than a hundred: whoever has decided on them sees the next. */
            proposals: components["schemas"]["WaitingProposal"][];
            /** @description How many there are. */
            total: number;
        };
        /** @description How the web is searched. */
        WebSearch: {
            search_context_size?: components["schemas"]["WebSearchSize"] | null;
            user_location?: components["schemas"]["WebSearcher"] | null;
        };
        /** @description A place, as far as it is told. */
        WebSearchPlace: {
            city?: string | null;
            country?: string | null;
            region?: string | null;
            timezone?: string | null;
        };
        /**
         * @description How much of what is found is read.
         * @enum {string}
         */
        WebSearchSize: "low" | "medium" | "high";
        /** @description Where whoever searches is. */
        WebSearcher: {
            approximate: components["schemas"]["WebSearchPlace"];
            type: components["schemas"]["PlaceKind"];
        };
        /** @description What a score is made of: each part from zero to one, before it is weighted. */
        Why: {
            /**
             * Format: float
             * @description Follows a question that uses the words asked for.
             */
            answer: number;
            /**
             * Format: float
             * @description Is a question itself.
             */
            asks: number;
            /**
             * Format: float
             * @description The words in it and around it, against the best.
             */
            context: number;
            /**
             * Format: float
             * @description How near its meaning is to the query's.
             */
            cosine: number;
            /**
             * Format: float
             * @description Says when, where the query asks when.
             */
            dated: number;
            /**
             * Format: float
             * @description Its meaning, against the mean and the best passage's.
             */
            meaning: number;
            /**
             * Format: float
             * @description Said by the person that the query names.
             */
            speaker: number;
            /**
             * Format: float
             * @description From the time that the query names.
             */
            time: number;
            /**
             * Format: float
             * @description Its own words, against the best passage's.
             */
            words: number;
        };
        /** @description What you want to say. */
        WordsBody: {
            /** @description How your program names it: the same name again is the same message again. */
            client_id: string;
            text: string;
        };
        /** @description A file or folder in a folder. */
        WorkspaceEntry: {
            /** @enum {string} */
            kind: "folder";
            name: string;
            path: string;
        } | {
            /** @description The file that this is a conflicting copy of. */
            conflict_of?: string | null;
            /** @enum {string} */
            kind: "file";
            name: string;
            path: string;
            /**
             * Format: int64
             * @description Grows with every change.
             */
            revision: number;
            /** @description Of its content; its ETag is this between quotation marks. */
            sha256: string;
            /**
             * Format: int64
             * @description In bytes.
             */
            size: number;
            /** @description How far the text can be trusted. */
            trust: components["schemas"]["Integrity"];
            /** Format: date-time */
            updated_at: string;
            updated_by: components["schemas"]["Author"];
        };
        /** @description A file at one of its revisions. */
        WorkspaceFile: {
            /** @description Null if this revision deleted it. */
            content?: string | null;
            /** @description Whether this revision deleted it. */
            deleted: boolean;
            /** Format: int64 */
            latest_revision: number;
            path: string;
            /** Format: int64 */
            revision: number;
            /** @description Null if this revision deleted it. */
            sha256?: string | null;
            /** Format: int64 */
            size: number;
            trust: components["schemas"]["Integrity"];
            /** Format: date-time */
            updated_at: string;
            updated_by: components["schemas"]["Author"];
        };
        /** @description A file without what it says. */
        WorkspaceFileHead: {
            /** @description The file that this is a conflicting copy of. */
            conflict_of?: string | null;
            path: string;
            /**
             * Format: int64
             * @description Grows with every change.
             */
            revision: number;
            /** @description Of its content; its ETag is this between quotation marks. */
            sha256: string;
            /**
             * Format: int64
             * @description In bytes.
             */
            size: number;
            /** @description How far the text can be trusted. */
            trust: components["schemas"]["Integrity"];
            /** Format: date-time */
            updated_at: string;
            updated_by: components["schemas"]["Author"];
        };
        /** @description What lies in a folder. */
        WorkspaceFolder: {
            /** @description Folders first, then files, each in the order of their names. */
            entries: components["schemas"]["WorkspaceEntry"][];
            /** @description Ask again with this as `after` for more; null at the end. */
            next?: string | null;
            path: string;
        };
        /** @description The revisions of a file. */
        WorkspaceHistory: {
            /**
             * Format: int64
             * @description Ask again with this as `before` for more; null at the end.
             */
            next?: number | null;
            path: string;
            /** @description Newest first. */
            revisions: components["schemas"]["WorkspaceRevision"][];
        };
        /** @description A folder that is there. */
        WorkspaceMadeFolder: {
            path: string;
        };
        /** @description A folder to be made. */
        WorkspaceNewFolder: {
            path: string;
        };
        /** @description A revision to be brought back. */
        WorkspaceRestore: {
            path: string;
            /** Format: int64 */
            revision: number;
        };
        /** @description One revision of a file. */
        WorkspaceRevision: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["Author"];
            deleted: boolean;
            /**
             * Format: int64
             * @description The revision that this one brought back.
             */
            restored_from?: number | null;
            /** Format: int64 */
            revision: number;
            /** @description Null if this revision deleted the file. */
            sha256?: string | null;
            /** Format: int64 */
            size: number;
            trust: components["schemas"]["Integrity"];
        };
        /** @description A file to be written. */
        WorkspaceWrite: {
            content: string;
            /** @description Like `areas/leases/renewals.md`; files end with `.md`, `.txt` or `.json`, scripts of skills as they do. */
            path: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_accounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_account: {
        parameters: {
            query?: {
                /** @description How it stood at the end of this day, in UTC. An account that was not there yet is not found. */
                as_of?: string;
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountView"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_proposals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    decide_proposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                proposal_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalDecision"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalOutcome"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_agents: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Agent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_agent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    replace_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_drafts: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_AgentDraft"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    count_drafts: {
        parameters: {
            query?: {
                /** @description Only what was drafted in the last so many days, 1 to 366; without it everything. */
                days?: number;
            };
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftStatistics"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    reset_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentReset"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_approvals: {
        parameters: {
            query?: {
                /** @description Only those that nobody has seen to. */
                open?: boolean;
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Approval"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_approval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    decide_approval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalAnswer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_checkpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditCheckpoint"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    chat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedPart"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resume_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                chat_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamedPart"];
                };
            };
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_contacts: {
        parameters: {
            query?: {
                /** @description Part of a name, or a whole phone number or email address. */
                query?: string;
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Contact"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_contact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewContact"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_contact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_contact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    update_contact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contact_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_consent: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                contact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Consent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    note_consent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contact_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConsent"];
            };
        };
        responses: {
            /** @description Written down. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    forget_contact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contact_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    add_contact_identifier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contact_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIdentifier"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identifier"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    remove_contact_identifier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contact_id: string;
                identifier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_conversations: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Conversation"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_conversation: {
        parameters: {
            query?: {
                /** @description What was said before this place: the `earlier` of the page after it. */
                before?: number;
            };
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationDetail"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    rename_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameConversation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_effects: {
        parameters: {
            query?: {
                /** @description Those that stand here. */
                state?: "pending" | "inflight" | "unknown" | "sent" | "delivered" | "failed" | "review" | "cancelled" | "expired";
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Effect"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_effect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                effect_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectDetail"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    decide_effect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                effect_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EffectDecision"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Effect"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_flags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    put_flag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["schemas"]["Flag"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Switch"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_inbox: {
        parameters: {
            query?: {
                /** @description All, those with texts that nobody has read, or those where a person must know or decide something. */
                filter?: "all" | "unread" | "needs_you";
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_InboxThread"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_inbox_thread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxDetail"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    hand_back: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxThread"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_inbox_messages: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_InboxMessage"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    send_inbox_message: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WordsBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxMessage"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_message_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
                message_id: string;
                /** @description Which of the files of the message, from 0. */
                file_no: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    read_inbox_thread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxThread"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    take_over: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxThread"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_jobs: {
        parameters: {
            query?: {
                /** @description Those that stand here. */
                state?: "queued" | "running" | "done" | "dead";
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Job"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    retry_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_keys: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_ApiKey"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    revoke_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_lines: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Line"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_line: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLine"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Line"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_line: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                line_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Line"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_line: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                line_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    update_line: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                line_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LineChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Line"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    update_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_alerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    set_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password was set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_members: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Member"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_member: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMember"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    update_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    forget_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    add_member_identifier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIdentifier"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identifier"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    remove_member_identifier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
                identifier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_sign_in_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_notices: {
        parameters: {
            query?: {
                /** @description Only those that nobody has seen to. */
                open?: boolean;
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Notice"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resolve_notice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                notice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Resolved. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_org: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Org"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    update_org: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrgChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Org"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_phone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Phone"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_phone_messages: {
        parameters: {
            query: {
                /** @description Their number, with its country code. */
                number: string;
            };
            header?: never;
            path: {
                line_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_PhoneMessage"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    send_phone_message: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                line_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneText"];
            };
        };
        responses: {
            /** @description It came in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_all_proposals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingProposals"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_schedules: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Schedule"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSchedule"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    replace_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_skills: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    put_skill_scripts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkillScriptsChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Skill"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_suggestions: {
        parameters: {
            query?: {
                /** @description Only those that nobody has seen to. */
                open?: boolean;
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Suggestion"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_suggestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suggestion_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    dismiss_suggestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suggestion_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    send_suggestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suggestion_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestionChoice"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_threads: {
        parameters: {
            query?: {
                /** @description Of this agent. */
                agent?: string;
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Thread"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_thread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadDetail"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_context: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadContext"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_items: {
        parameters: {
            query?: {
                /** @description After this place; the `next_cursor` of the page before goes here. */
                after_seq?: number;
                /** @description Before this place. */
                before_seq?: number;
                /** @description At most this many, 1 to 200. */
                limit?: number;
            };
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_ThreadItem"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    release_thread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    stop_thread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stopped"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_summaries: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                thread_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Summary"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_tools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_turns: {
        parameters: {
            query?: {
                /** @description On this thread. */
                thread?: string;
                /** @description Of this agent. */
                agent?: string;
                /** @description In this state. */
                state?: "open" | "done" | "failed";
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Turn"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    debug_turn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DebugTurn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnDetail"];
                    "text/event-stream": components["schemas"]["StreamedEvent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_turn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                turn_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnDetail"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    replay_turn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                turn_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_usage: {
        parameters: {
            query?: {
                /** @description The first day; 30 days ago without it. */
                from?: string;
                /** @description The last day; today without it. Days are those of UTC. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_path: {
        parameters: {
            query: {
                path: string;
            };
            header?: {
                /** @description The ETag of the file that was read */
                "If-Match"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    download_file: {
        parameters: {
            query: {
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_revisions: {
        parameters: {
            query: {
                path: string;
                /** @description The `next` of the page before. */
                before?: number;
                /** @description At most this many, 1 to 200. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceHistory"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_folder: {
        parameters: {
            query?: {
                /** @description The whole workspace without it. */
                path?: string;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description At most this many, 1 to 200. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceFolder"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    make_folder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceNewFolder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceMadeFolder"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceMadeFolder"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    read_file: {
        parameters: {
            query: {
                path: string;
                /** @description The newest without it. */
                revision?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceFile"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    restore_file: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the file that was read */
                "If-Match"?: string | null;
                /** @description `*` for a file that is deleted */
                "If-None-Match"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceRestore"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceFileHead"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceFileHead"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    write_file: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the file that was read */
                "If-Match"?: string | null;
                /** @description `*` for a new file */
                "If-None-Match"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceWrite"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceFileHead"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceFileHead"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    with_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkSignIn"];
            };
        };
        responses: {
            /** @description Signed in; the session is in a cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    with_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordSignIn"];
            };
        };
        responses: {
            /** @description Signed in; the session is in a cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    clear_account_cache: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearedCache"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    confirm_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountConfirmation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_account_file: {
        parameters: {
            query: {
                /** @description Below `accounts/`. */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountFile"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    query_accounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    stream_query: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AccountEvent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    search_accounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountSearch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_account_tree: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountTree"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    chat_with_agent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentChat"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AgentChatEvent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_agent_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentConfig"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    put_agent_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentConfigChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentConfig"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_agent_conversations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_AgentConversation"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_agent_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_agent_items: {
        parameters: {
            query?: {
                /** @description After this place; the `next_cursor` of the page before goes here. */
                after_seq?: number;
                /** @description Before this place. */
                before_seq?: number;
                /** @description At most this many, 1 to 200. */
                limit?: number;
            };
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_ThreadItem"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    follow_events: {
        parameters: {
            query?: {
                /**
                 * @description The id of the last event that was read, for a client that cannot send the header `Last-Event-ID`. The header counts
                 *     where there are both.
                 */
                last_event_id?: string;
                /** @description `false` tells what happened since then and ends, for a client that asks now and then. */
                follow?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AgentEvent"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_notes: {
        parameters: {
            query?: {
                /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it. */
                scope?: string;
                /** @description Only what is filed under this word. */
                tag?: string;
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Passage"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_note: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNote"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Noted"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_note: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passage_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_blocks: {
        parameters: {
            query?: {
                /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it. */
                scope?: string;
                /** @description An agent whose own it is; without it, what every agent shares. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Block"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_block: {
        parameters: {
            query?: {
                /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it. */
                scope?: string;
                /** @description An agent whose own it is; without it, what every agent shares. */
                agent_id?: string;
            };
            header?: never;
            path: {
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    put_block: {
        parameters: {
            query?: {
                /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it. */
                scope?: string;
                /** @description An agent whose own it is; without it, what every agent shares. */
                agent_id?: string;
            };
            header?: never;
            path: {
                label: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_block: {
        parameters: {
            query?: {
                /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it. */
                scope?: string;
                /** @description An agent whose own it is; without it, what every agent shares. */
                agent_id?: string;
            };
            header?: never;
            path: {
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    undo_block: {
        parameters: {
            query?: {
                /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `member` without it. */
                scope?: string;
                /** @description An agent whose own it is; without it, what every agent shares. */
                agent_id?: string;
            };
            header?: never;
            path: {
                label: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockUndo"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_block_versions: {
        parameters: {
            query?: {
                /** @description As for the block itself. */
                scope?: string;
                /** @description As for the block itself. */
                agent_id?: string;
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                label: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_BlockVersion"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    forget_passage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passage_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    search_memory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemorySearch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hits"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_completion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCompletion"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletionObject"];
                    "text/event-stream": components["schemas"]["StreamedCompletion"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    list_openai_conversations: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 100. */
                limit?: number;
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    create_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateConversation"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    delete_conversations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteConversations"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedConversations"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    get_openai_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    update_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConversation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    delete_openai_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    list_conversation_items: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 100. */
                limit?: number;
                /** @description `asc` begins with the oldest, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    create_conversation_items: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateItems"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    get_conversation_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ItemObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    delete_conversation_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    create_embeddings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbeddingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    list_instructions: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 100. */
                limit?: number;
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    create_instruction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInstruction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstructionObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    get_instruction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                instruction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstructionObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    update_instruction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                instruction_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateInstruction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstructionObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    delete_instruction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                instruction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    set_default_instruction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                instruction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstructionObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_models: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    get_model: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    list_documents: {
        parameters: {
            query?: {
                /** @description `org`, `member` (the caller's own), or `member:`, `contact:` or `agent:` and an id; `org` without it. */
                scope?: string;
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Document"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_document: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDocument"];
                "multipart/form-data": components["schemas"]["DocumentUpload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_document: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_document: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_document_passages: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 200. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List_Passage"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    search_documents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemorySearch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hits"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_memory_stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryStats"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_response: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateResponse"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseObject"];
                    "text/event-stream": components["schemas"]["StreamedResponse"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    get_response: {
        parameters: {
            query?: {
                /** @description Tell it as the events of its stream: those that were told, then the others as they come. */
                stream?: boolean;
                /** @description Begin after the event of this number, which must have been told. */
                starting_after?: number;
                /** @description Changes nothing. */
                include_obfuscation?: boolean;
            };
            header?: never;
            path: {
                response_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseObject"];
                    "text/event-stream": components["schemas"]["StreamedResponse"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    delete_response: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                response_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    cancel_response: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                response_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseObject"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    list_input_items: {
        parameters: {
            query?: {
                /** @description At most this many, 1 to 100. */
                limit?: number;
                /** @description `asc` begins with the oldest, `desc` with the newest. */
                order?: "asc" | "desc";
                /** @description The last id of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                response_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectList"];
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiErrorBody"];
                };
            };
        };
    };
    quo_event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoEvent"];
            };
        };
        responses: {
            /** @description Taken in, or of no interest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    twilio_sms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TextForm"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    twilio_status: {
        parameters: {
            query?: {
                effect?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["StatusForm"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            /** @description The request was refused. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server could not answer. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
}
