#ifndef SECURITY_CSSMTYPE_H
#define SECURITY_CSSMTYPE_H

/* Types of the Open Group's standard "Common Security: CDSA and CSSM": those that functions of certificates
   need. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A byte. */
typedef uint8_t uint8;

/** A number of 32 bits. */
typedef uint32_t uint32;

/** The number of bytes. */
typedef size_t CSSM_SIZE;

/** Bytes at an address. */
typedef struct cssm_data {
  /** How many there are. */
  CSSM_SIZE Length;
  /** Where the first is; NULL when there are none. */
  uint8 *Data;
} CSSM_DATA, *CSSM_DATA_PTR;

/** An object identifier: the content of its DER. */
typedef CSSM_DATA CSSM_OID, *CSSM_OID_PTR;

/** A certificate library. There is none. */
typedef intptr_t CSSM_CL_HANDLE;

/** What kind of certificate it is: one of CSSM_CERT_…. */
typedef uint32 CSSM_CERT_TYPE, *CSSM_CERT_TYPE_PTR;

/* Those of X.509: there are no other certificates here. */
enum {
  /** It is not known of what kind the certificate is. */
  CSSM_CERT_UNKNOWN = 0,
  /** X.509, version 1. */
  CSSM_CERT_X_509v1 = 1,
  /** X.509, version 2. */
  CSSM_CERT_X_509v2 = 2,
  /** X.509, version 3. */
  CSSM_CERT_X_509v3 = 3
};

/** How a certificate is written: one of CSSM_CERT_ENCODING_…. */
typedef uint32 CSSM_CERT_ENCODING, *CSSM_CERT_ENCODING_PTR;

enum {
  /** It is not known how the certificate is written. */
  CSSM_CERT_ENCODING_UNKNOWN = 0,
  /** In a way that no standard describes. */
  CSSM_CERT_ENCODING_CUSTOM = 1,
  /** In BER. */
  CSSM_CERT_ENCODING_BER = 2,
  /** In DER. */
  CSSM_CERT_ENCODING_DER = 3
};

#ifdef __cplusplus
}
#endif

#endif
