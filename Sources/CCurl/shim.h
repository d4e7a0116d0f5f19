#include "library.h"

static inline CURLcode stubCurlStart(void) { return STUB_CURL(curl_global_init)(CURL_GLOBAL_ALL); }

/// The features that libcurl was built with, as bits.
static inline int stubCurlFeatures(void) {
  return STUB_CURL(curl_version_info)(CURLVERSION_FIRST)->features;
}

static inline const char *stubCurlText(CURLcode result) {
  return STUB_CURL(curl_easy_strerror)(result);
}

static inline CURL *stubCurlMakeEasy(void) { return STUB_CURL(curl_easy_init)(); }

static inline void stubCurlFreeEasy(CURL *easy) { STUB_CURL(curl_easy_cleanup)(easy); }

/// The list with a copy of the text at its end; `NULL`, and the list as it was, without memory.
static inline struct curl_slist *stubCurlAppend(struct curl_slist *list, const char *text) {
  return STUB_CURL(curl_slist_append)(list, text);
}

static inline void stubCurlFreeList(struct curl_slist *list) {
  STUB_CURL(curl_slist_free_all)(list);
}

static inline CURLM *stubCurlMakeMulti(void) { return STUB_CURL(curl_multi_init)(); }

static inline void stubCurlFreeMulti(CURLM *multi) { STUB_CURL(curl_multi_cleanup)(multi); }

static inline void stubCurlAdd(CURLM *multi, CURL *easy) {
  STUB_CURL(curl_multi_add_handle)(multi, easy);
}

static inline void stubCurlRemove(CURLM *multi, CURL *easy) {
  STUB_CURL(curl_multi_remove_handle)(multi, easy);
}

/// Goes on with what a socket, or `stubCurlTimeout`, has waited for.
static inline void stubCurlAct(CURLM *multi, curl_socket_t socket, int events) {
  int running = 0;
  STUB_CURL(curl_multi_socket_action)(multi, socket, events, &running);
}

// Options of libcurl are set by functions with variable arguments, which Swift cannot call: one
// function here for each type of value.

static inline CURLcode stubCurlSetLong(CURL *easy, CURLoption option, long value) {
  return STUB_CURL(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode stubCurlSetSize(CURL *easy, CURLoption option, curl_off_t value) {
  return STUB_CURL(curl_easy_setopt)(easy, option, value);
}

/// libcurl copies the text.
static inline CURLcode stubCurlSetText(CURL *easy, CURLoption option, const char *value) {
  return STUB_CURL(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode stubCurlSetPointer(CURL *easy, CURLoption option, void *value) {
  return STUB_CURL(curl_easy_setopt)(easy, option, value);
}

static inline CURLcode stubCurlSetList(CURL *easy, CURLoption option, struct curl_slist *value) {
  return STUB_CURL(curl_easy_setopt)(easy, option, value);
}

typedef size_t (*StubCurlTransfer)(char *bytes, size_t size, size_t count, void *context);

/// For `CURLOPT_WRITEFUNCTION` and `CURLOPT_HEADERFUNCTION`.
static inline CURLcode stubCurlSetTransfer(
    CURL *easy, CURLoption option, StubCurlTransfer function) {
  return STUB_CURL(curl_easy_setopt)(easy, option, function);
}

typedef int (*StubCurlSocket)(
    CURL *easy, curl_socket_t socket, int what, void *context, void *socketContext);
typedef int (*StubCurlTimer)(CURLM *multi, long milliseconds, void *context);

static inline void stubCurlSetWatchers(
    CURLM *multi, StubCurlSocket socket, StubCurlTimer timer, void *context) {
  STUB_CURL(curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, socket);
  STUB_CURL(curl_multi_setopt)(multi, CURLMOPT_SOCKETDATA, context);
  STUB_CURL(curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, timer);
  STUB_CURL(curl_multi_setopt)(multi, CURLMOPT_TIMERDATA, context);
}

/// The next transfer that has ended, with its result; `NULL` when there is none.
static inline CURL *stubCurlNextEnded(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = STUB_CURL(curl_multi_info_read)(multi, &left)) != NULL) {
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
