#ifndef SECURITY_X509DEFS_H
#define SECURITY_X509DEFS_H

/* Names and algorithms of X.509 as structures, after the Open Group's standard "Common Security: CDSA and
   CSSM". */

#include <Security/cssmtype.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The tag of a value in BER: the first byte of its header. */
typedef uint8 CSSM_BER_TAG;

/** An algorithm, and what else has to be known of it. */
typedef struct cssm_x509_algorithm_identifier {
  /** Which algorithm it is. */
  CSSM_OID algorithm;
  /** The DER of its parameters; no bytes when there are none. */
  CSSM_DATA parameters;
} CSSM_X509_ALGORITHM_IDENTIFIER, *CSSM_X509_ALGORITHM_IDENTIFIER_PTR;

/** An attribute of a name. */
typedef struct cssm_x509_type_value_pair {
  /** Which attribute it is. */
  CSSM_OID type;
  /** The tag of the value, which says what kind of string it is. */
  CSSM_BER_TAG valueType;
  /** The value: its content, without tag and length. */
  CSSM_DATA value;
} CSSM_X509_TYPE_VALUE_PAIR, *CSSM_X509_TYPE_VALUE_PAIR_PTR;

/** A set of attributes of a name: a RelativeDistinguishedName of X.501. Most have one. */
typedef struct cssm_x509_rdn {
  /** How many attributes there are. */
  uint32 numberOfPairs;
  /** The attributes, one after the other. */
  CSSM_X509_TYPE_VALUE_PAIR_PTR AttributeTypeAndValue;
} CSSM_X509_RDN, *CSSM_X509_RDN_PTR;

/** The name of a subject or an issuer. */
typedef struct cssm_x509_name {
  /** How many sets of attributes there are. */
  uint32 numberOfRDNs;
  /** The sets, one after the other; NULL when the name is empty. */
  CSSM_X509_RDN_PTR RelativeDistinguishedName;
} CSSM_X509_NAME, *CSSM_X509_NAME_PTR;

#ifdef __cplusplus
}
#endif

#endif
