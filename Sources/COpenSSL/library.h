// The functions of OpenSSL: loaded on Linux, linked elsewhere.

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "../CLoading/loading.h"

#define STUB_OPENSSL_FUNCTIONS(each) \
  each(ASN1_INTEGER_set_uint64) \
  each(ASN1_TIME_to_tm) \
  each(BIO_clear_flags) \
  each(BIO_ctrl) \
  each(BIO_free) \
  each(BIO_get_data) \
  each(BIO_get_new_index) \
  each(BIO_meth_new) \
  each(BIO_meth_set_create) \
  each(BIO_meth_set_ctrl) \
  each(BIO_meth_set_read) \
  each(BIO_meth_set_write) \
  each(BIO_new) \
  each(BIO_s_mem) \
  each(BIO_set_data) \
  each(BIO_set_flags) \
  each(BIO_set_init) \
  each(BIO_write_ex) \
  each(ERR_clear_error) \
  each(ERR_get_error) \
  each(ERR_peek_last_error) \
  each(ERR_reason_error_string) \
  each(EVP_PKEY_Q_keygen) \
  each(EVP_PKEY_free) \
  each(EVP_sha256) \
  each(OPENSSL_init_ssl) \
  each(OPENSSL_sk_new_null) \
  each(OPENSSL_sk_pop_free) \
  each(OPENSSL_sk_push) \
  each(PEM_read_bio_PrivateKey) \
  each(PEM_read_bio_X509) \
  each(PEM_write_bio_PrivateKey) \
  each(PEM_write_bio_X509) \
  each(SSL_CTX_ctrl) \
  each(SSL_CTX_free) \
  each(SSL_CTX_load_verify_file) \
  each(SSL_CTX_new) \
  each(SSL_CTX_set_alpn_select_cb) \
  each(SSL_CTX_set_client_CA_list) \
  each(SSL_CTX_set_client_hello_cb) \
  each(SSL_CTX_set_options) \
  each(SSL_CTX_set_session_id_context) \
  each(SSL_CTX_set_verify) \
  each(SSL_client_hello_get0_ext) \
  each(SSL_do_handshake) \
  each(SSL_free) \
  each(SSL_get0_alpn_selected) \
  each(SSL_get1_peer_certificate) \
  each(SSL_get_error) \
  each(SSL_get_ex_data) \
  each(SSL_load_client_CA_file) \
  each(SSL_new) \
  each(SSL_read_ex) \
  each(SSL_set_accept_state) \
  each(SSL_set_bio) \
  each(SSL_set_ex_data) \
  each(SSL_shutdown) \
  each(SSL_use_cert_and_key) \
  each(SSL_write_ex) \
  each(TLS_server_method) \
  each(X509V3_EXT_conf_nid) \
  each(X509V3_set_ctx) \
  each(X509_EXTENSION_free) \
  each(X509_NAME_add_entry_by_txt) \
  each(X509_NAME_print_ex) \
  each(X509_add_ext) \
  each(X509_check_private_key) \
  each(X509_digest) \
  each(X509_free) \
  each(X509_get0_notAfter) \
  each(X509_get_serialNumber) \
  each(X509_get_subject_name) \
  each(X509_getm_notAfter) \
  each(X509_getm_notBefore) \
  each(X509_gmtime_adj) \
  each(X509_new) \
  each(X509_set_issuer_name) \
  each(X509_set_pubkey) \
  each(X509_set_version) \
  each(X509_sign) \
  each(X509_up_ref)

// The file whose types these headers describe, and Debian's package of it. What libssl needs is
// found by it, so libcrypto is not named.
#define STUB_OPENSSL_TEXT(version) #version
#define STUB_OPENSSL_NUMBERED(name, version) name STUB_OPENSSL_TEXT(version)
#define STUB_OPENSSL_FILE STUB_OPENSSL_NUMBERED("libssl.so.", OPENSSL_SHLIB_VERSION)

STUB_LOADED_LIBRARY(StubOpenSSL, STUB_OPENSSL_FUNCTIONS, STUB_OPENSSL_FILE)

#define STUB_OPENSSL(name) (StubOpenSSLFunctions()->name)
