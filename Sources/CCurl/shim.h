#include <curl/curl.h>

// Options of libcurl are set by functions with variable arguments, which Swift cannot call: one
// function here for each type of value.

static inline CURLcode stubCurlSetLong(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode stubCurlSetSize(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

/// libcurl copies the text.
static inline CURLcode stubCurlSetText(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode stubCurlSetPointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode stubCurlSetList(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*StubCurlTransfer)(char *bytes, size_t size, size_t count, void *context);

/// For `CURLOPT_WRITEFUNCTION`, `CURLOPT_HEADERFUNCTION` and `CURLOPT_READFUNCTION`.
static inline CURLcode stubCurlSetTransfer(
    CURL *easy, CURLoption option, StubCurlTransfer function) {
  return curl_easy_setopt(easy, option, function);
}

typedef int (*StubCurlSeek)(void *context, curl_off_t offset, int origin);

static inline CURLcode stubCurlSetSeek(CURL *easy, StubCurlSeek function) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode stubCurlGetLong(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode stubCurlGetPointer(CURL *easy, CURLINFO info, char **value) {
  return curl_easy_getinfo(easy, info, value);
}

typedef int (*StubCurlSocket)(
    CURL *easy, curl_socket_t socket, int what, void *context, void *socketContext);
typedef int (*StubCurlTimer)(CURLM *multi, long milliseconds, void *context);

static inline void stubCurlSetWatchers(
    CURLM *multi, StubCurlSocket socket, StubCurlTimer timer, void *context) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

/// The next transfer that has ended, with its result; `NULL` when there is none.
static inline CURL *stubCurlNextEnded(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

// Macros of libcurl that Swift cannot see.

static const int stubCurlPollIn = CURL_POLL_IN;
static const int stubCurlPollOut = CURL_POLL_OUT;
static const int stubCurlPollRemove = CURL_POLL_REMOVE;
static const int stubCurlSelectIn = CURL_CSELECT_IN;
static const int stubCurlSelectOut = CURL_CSELECT_OUT;
static const curl_socket_t stubCurlTimeout = CURL_SOCKET_TIMEOUT;
static const size_t stubCurlAbort = CURL_READFUNC_ABORT;
