#if !__has_include(<openssl/ssl.h>)
#error "install libssl-dev (apt) or openssl@3 (brew)"
#endif
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Macros of OpenSSL, which Swift cannot see, one function each.

static inline int SSL_CTX_set_minimum_version(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline int SSL_CTX_set_maximum_version(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_max_proto_version(context, version);
}

/// What a listener needs of every session. Clients keep tickets to resume sessions with; nothing is
/// kept here.
static inline void SSL_CTX_set_listener_options(SSL_CTX *context) {
  SSL_CTX_set_mode(
      context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_options(
      context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline void BIO_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

static inline void BIO_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

/// The bytes of a memory BIO; valid as long as it is.
static inline size_t BIO_get_memory(BIO *bio, char **start) {
  long count = BIO_get_mem_data(bio, start);
  return count > 0 ? (size_t)count : 0;
}

static inline int X509_NAME_print_rfc2253(BIO *bio, const X509_NAME *name) {
  return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253);
}

static inline EVP_PKEY *EVP_PKEY_make_p256(void) { return EVP_EC_gen("P-256"); }

// Chains of certificates.

static inline STACK_OF(X509) *X509_chain_new(void) { return sk_X509_new_null(); }

/// Takes a reference of its own.
static inline int X509_chain_append(STACK_OF(X509) *chain, X509 *certificate) {
  if (!X509_up_ref(certificate)) return 0;
  if (sk_X509_push(chain, certificate) > 0) return 1;
  X509_free(certificate);
  return 0;
}

static inline void X509_chain_free(STACK_OF(X509) *chain) { sk_X509_pop_free(chain, X509_free); }

/// Adds an extension in the text form of OpenSSL's configuration files.
static inline int X509_add_ext_text(X509 *certificate, X509 *issuer, int kind, const char *text) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, text);
  if (extension == NULL) return 0;
  int result = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return result;
}
