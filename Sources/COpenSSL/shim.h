#include "library.h"

// What the macros of OpenSSL call.
#define BIO_clear_flags STUB_OPENSSL(BIO_clear_flags)
#define BIO_ctrl STUB_OPENSSL(BIO_ctrl)
#define BIO_set_flags STUB_OPENSSL(BIO_set_flags)
#define EVP_PKEY_Q_keygen STUB_OPENSSL(EVP_PKEY_Q_keygen)
#define SSL_CTX_ctrl STUB_OPENSSL(SSL_CTX_ctrl)

// Those macros, which Swift cannot see, one function each.

static inline int stubTLSSetMinimumVersion(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline int stubTLSSetMaximumVersion(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_max_proto_version(context, version);
}

static inline void stubTLSSetMode(SSL_CTX *context) {
  SSL_CTX_set_mode(
      context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_NO_AUTO_CHAIN | SSL_MODE_AUTO_RETRY);
}

/// Sessions are resumed by tickets, which clients keep; nothing is kept here.
static inline void stubTLSKeepNoSessions(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline void stubTLSSetOptions(SSL_CTX *context) {
  STUB_OPENSSL(SSL_CTX_set_options)(
      context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
}

static inline void stubTLSClearRetry(BIO *bio) { BIO_clear_retry_flags(bio); }

static inline void stubTLSSetRetryRead(BIO *bio) { BIO_set_retry_read(bio); }

/// The bytes of a memory BIO; valid as long as it is.
static inline size_t stubTLSMemory(BIO *bio, char **start) {
  long count = BIO_get_mem_data(bio, start);
  return count > 0 ? (size_t)count : 0;
}

/// The reason part of an error code, which alerts of the other side have from 1000 on.
static inline int stubTLSReason(unsigned long code) { return ERR_GET_REASON(code); }

static inline int stubTLSUseIdentity(
    SSL *session, X509 *certificate, EVP_PKEY *key, STACK_OF(X509) *chain) {
  return STUB_OPENSSL(SSL_use_cert_and_key)(session, certificate, key, chain, 1);
}

// Chains, whose functions are macros or inline.

static inline STACK_OF(X509) *stubTLSNewChain(void) {
  return (STACK_OF(X509) *)STUB_OPENSSL(OPENSSL_sk_new_null)();
}

/// Takes a reference of its own.
static inline int stubTLSAppend(STACK_OF(X509) *chain, X509 *certificate) {
  if (!STUB_OPENSSL(X509_up_ref)(certificate)) return 0;
  if (STUB_OPENSSL(OPENSSL_sk_push)((OPENSSL_STACK *)chain, certificate) > 0) return 1;
  STUB_OPENSSL(X509_free)(certificate);
  return 0;
}

static inline void stubTLSFreeChain(STACK_OF(X509) *chain) {
  STUB_OPENSSL(OPENSSL_sk_pop_free)(
      (OPENSSL_STACK *)chain, (OPENSSL_sk_freefunc)STUB_OPENSSL(X509_free));
}

/// Lets requests for client certificates name the authorities of a file.
static inline int stubTLSNameAuthorities(SSL_CTX *context, const char *file) {
  STACK_OF(X509_NAME) *names = STUB_OPENSSL(SSL_load_client_CA_file)(file);
  if (names == NULL) return 0;
  STUB_OPENSSL(SSL_CTX_set_client_CA_list)(context, names);
  return 1;
}

static inline int stubTLSPrintName(BIO *bio, const X509_NAME *name) {
  return STUB_OPENSSL(X509_NAME_print_ex)(bio, name, 0, XN_FLAG_RFC2253);
}

// Certificates in the making.

static inline EVP_PKEY *stubTLSNewKey(void) { return EVP_EC_gen("P-256"); }

/// Adds an extension in the text form of OpenSSL's configuration files.
static inline int stubTLSAddExtension(X509 *certificate, X509 *issuer, int kind, const char *text) {
  X509V3_CTX context;
  STUB_OPENSSL(X509V3_set_ctx)(&context, issuer, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = STUB_OPENSSL(X509V3_EXT_conf_nid)(NULL, &context, kind, text);
  if (extension == NULL) return 0;
  int result = STUB_OPENSSL(X509_add_ext)(certificate, extension, -1);
  STUB_OPENSSL(X509_EXTENSION_free)(extension);
  return result;
}

/// Reads a private key without ever asking anybody for a passphrase.
static inline int stubTLSNoPassphrase(char *buffer, int size, int isWriting, void *context) {
  (void)buffer;
  (void)size;
  (void)isWriting;
  (void)context;
  return -1;
}

static inline EVP_PKEY *stubTLSReadKey(BIO *bio) {
  return STUB_OPENSSL(PEM_read_bio_PrivateKey)(bio, NULL, stubTLSNoPassphrase, NULL);
}
