/**
 * The script of `/_docgen/oauth.html`, where an authorisation server sends a reader back to: hands what it was given to
 * the page that asked, and closes its window. The page shows a text where that does not close it.
 */

import { CHANNEL, returnedIn } from "./islands/request/oauth/channel.ts";

const returned = returnedIn(location.href);
// The code stays in no history and no referrer.
history.replaceState(null, "", location.pathname);
const channel = new BroadcastChannel(CHANNEL);
channel.postMessage(returned);
channel.close();
close();
