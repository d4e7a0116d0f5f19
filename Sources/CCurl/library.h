// The functions of libcurl: loaded on Linux, linked elsewhere.

#include <curl/curl.h>

#include "../CLoading/loading.h"

#define STUB_CURL_FUNCTIONS(each) \
  each(curl_easy_cleanup) \
  each(curl_easy_init) \
  each(curl_easy_setopt) \
  each(curl_easy_strerror) \
  each(curl_global_init) \
  each(curl_multi_add_handle) \
  each(curl_multi_cleanup) \
  each(curl_multi_info_read) \
  each(curl_multi_init) \
  each(curl_multi_remove_handle) \
  each(curl_multi_setopt) \
  each(curl_multi_socket_action) \
  each(curl_slist_append) \
  each(curl_slist_free_all) \
  each(curl_version_info)

STUB_LOADED_LIBRARY(StubCurl, STUB_CURL_FUNCTIONS, "libcurl.so.4")

#define STUB_CURL(name) (StubCurlFunctions()->name)
