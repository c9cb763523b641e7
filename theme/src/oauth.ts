/**
 * The script for `/_docgen/oauth.html`. Authorization servers redirect readers to this page. The script passes the
 * result to the page that opened the window and then closes the window. If the window stays open, the page shows a
 * message.
 */

import { CHANNEL, returnedIn } from "./islands/request/oauth/channel.ts";

const returned = returnedIn(location.href);
// Keep the authorization code out of the history and the referrer.
history.replaceState(null, "", location.pathname);
const channel = new BroadcastChannel(CHANNEL);
channel.postMessage(returned);
channel.close();
close();
