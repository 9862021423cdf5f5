#ifndef SECURITY_X509DEFS_H
#define SECURITY_X509DEFS_H

/* The structures of X.509 for names and algorithms, from the Open Group's standard "Common Security: CDSA and
   CSSM". */

#include <Security/cssmtype.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The tag of a value in BER: the first byte of its header. */
typedef uint8 CSSM_BER_TAG;

/** An algorithm with its parameters. */
typedef struct cssm_x509_algorithm_identifier {
  /** The object identifier of the algorithm. */
  CSSM_OID algorithm;
  /** The DER of the parameters; empty if there are none. */
  CSSM_DATA parameters;
} CSSM_X509_ALGORITHM_IDENTIFIER, *CSSM_X509_ALGORITHM_IDENTIFIER_PTR;

/** An attribute of a name. */
typedef struct cssm_x509_type_value_pair {
  /** The object identifier of the attribute. */
  CSSM_OID type;
  /** The BER tag of the value. The tag states the string type of the value. */
  CSSM_BER_TAG valueType;
  /** The content octets of the value, without tag and length. */
  CSSM_DATA value;
} CSSM_X509_TYPE_VALUE_PAIR, *CSSM_X509_TYPE_VALUE_PAIR_PTR;

/** A RelativeDistinguishedName of X.501: a set of attributes. Most sets have one attribute. */
typedef struct cssm_x509_rdn {
  /** The number of attributes. */
  uint32 numberOfPairs;
  /** An array of the attributes. */
  CSSM_X509_TYPE_VALUE_PAIR_PTR AttributeTypeAndValue;
} CSSM_X509_RDN, *CSSM_X509_RDN_PTR;

/** The name of a subject or an issuer. */
typedef struct cssm_x509_name {
  /** The number of relative distinguished names. */
  uint32 numberOfRDNs;
  /** An array of the relative distinguished names; NULL if the name is empty. */
  CSSM_X509_RDN_PTR RelativeDistinguishedName;
} CSSM_X509_NAME, *CSSM_X509_NAME_PTR;

#ifdef __cplusplus
}
#endif

#endif
