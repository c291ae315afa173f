# Varnish in front of Hallway with SHARED_CACHE_SECONDS (docs/operating.md).
vcl 4.1;

import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = { .url = "/healthz"; .interval = 1s; .timeout = 1s; .window = 2; .threshold = 1; }
}

sub vcl_recv {
  # Who is signed in: nothing is taken from the cache for them or put into it.
  if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization || req.http.Cookie ~ "hallway\.session_token=") {
    return (pass);
  }
  # Copies that have expired are for when the site is away: a first visitor would see an hour-old page.
  set req.grace = 0s;
  if (req.restarts > 0 || !std.healthy(req.backend_hint)) {
    set req.grace = 1d;
  }
  return (hash);
}

sub vcl_hit {
  set req.http.X-Cache = "HIT";
  if (obj.ttl <= 0s) {
    set req.http.X-Cache = "STALE";
  }
}

sub vcl_miss {
  set req.http.X-Cache = "MISS";
}

sub vcl_pass {
  set req.http.X-Cache = "BYPASS";
}

sub vcl_backend_response {
  # As if it were away: its answer would take the place of the copy that has expired. Members and programs get it as it is.
  if (beresp.status >= 500 && !bereq.uncacheable) {
    return (error(beresp.status));
  }
  # A visitor's page is the same with any other cookie; browsers get the header as it is.
  set beresp.http.X-Vary = beresp.http.Vary;
  if (beresp.http.Vary) {
    set beresp.http.Vary = "Accept-Encoding";
  }
  if (beresp.ttl > 0s) {
    set beresp.grace = 1d;
  }
}

sub vcl_backend_error {
  if (bereq.is_bgfetch) {
    return (abandon);
  }
  # Else others who wait for it have it kept for a second, and the copy that has expired goes.
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  set beresp.http.Retry-After = "5";
}

sub vcl_deliver {
  # Before the probe knows that the site is away.
  if (resp.status >= 500 && req.restarts == 0 && req.http.X-Cache != "BYPASS") {
    return (restart);
  }
  if (resp.http.X-Vary) {
    set resp.http.Vary = resp.http.X-Vary;
    unset resp.http.X-Vary;
  }
  set resp.http.X-Cache = req.http.X-Cache;
}
