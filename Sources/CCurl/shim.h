#if !__has_include(<curl/curl.h>)
#error "install libcurl4-openssl-dev (apt) or curl (brew)"
#endif
#include <curl/curl.h>

// Options of libcurl are set by functions with variable arguments, which Swift cannot call: one
// function here for each type of value.

static inline CURLcode curl_easy_setopt_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

/// libcurl copies the text.
static inline CURLcode curl_easy_setopt_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_list(
    CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

/// For `CURLOPT_WRITEFUNCTION` and `CURLOPT_HEADERFUNCTION`.
static inline CURLcode curl_easy_setopt_reader(
    CURL *easy, CURLoption option, curl_write_callback function) {
  return curl_easy_setopt(easy, option, function);
}

/// For the body of a request, which is read from where it is, again from a place if need be.
static inline void curl_easy_setopt_sender(
    CURL *easy, curl_read_callback read, curl_seek_callback seek, void *context) {
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
  curl_easy_setopt(easy, CURLOPT_READDATA, context);
  curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
  curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

/// For `CURLOPT_OPENSOCKETFUNCTION`, with what it is called with.
static inline void curl_easy_setopt_opener(
    CURL *easy, curl_opensocket_callback function, void *context) {
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

/// For `CURLOPT_CLOSESOCKETFUNCTION`, with what it is called with.
static inline void curl_easy_setopt_closer(
    CURL *easy, curl_closesocket_callback function, void *context) {
  curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
  curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
}

/// Lets a transfer end without waiting for a name to be resolved, if the library can.
static inline void curl_easy_setopt_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}

/// For `CURLOPT_PREREQFUNCTION`, with what it is called with once there is a connection.
static inline void curl_easy_setopt_prerequisite(
    CURL *easy, curl_prereq_callback function, void *context) {
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

static inline void curl_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
  curl_multi_setopt(multi, option, value);
}

static inline void curl_multi_setopt_watchers(
    CURLM *multi, curl_socket_callback socket, curl_multi_timer_callback timer, void *context) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}
