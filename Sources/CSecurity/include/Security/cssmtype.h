#ifndef SECURITY_CSSMTYPE_H
#define SECURITY_CSSMTYPE_H

/* Types of the Open Group's standard "Common Security: CDSA and CSSM": those that functions of certificates
   and the oldest functions of keys need. */

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

/** An algorithm: one of CSSM_ALGID_…. The numbers are those of kSecAttrKeyType. */
typedef uint32 CSSM_ALGORITHMS;

/* Those that keys are made for. */
enum {
  /** No algorithm. */
  CSSM_ALGID_NONE = 0,
  /** DES. */
  CSSM_ALGID_DES = 14,
  /** DES three times, with three keys. */
  CSSM_ALGID_3DES_3KEY = 17,
  /** RC2. */
  CSSM_ALGID_RC2 = 23,
  /** RC4. */
  CSSM_ALGID_RC4 = 25,
  /** CAST. */
  CSSM_ALGID_CAST = 27,
  /** Blowfish. */
  CSSM_ALGID_BLOWFISH = 28,
  /** RSA. */
  CSSM_ALGID_RSA = 42,
  /** Elliptic curves. */
  CSSM_ALGID_ECDSA = 73,
  /** The first number that is not the standard's. */
  CSSM_ALGID_VENDOR_DEFINED = (int)0x80000000,
  /** AES. */
  CSSM_ALGID_AES = (int)0x80000001
};

/** A context of a cryptographic module. There is none: pass 0. */
typedef uint64_t CSSM_CC_HANDLE;

/** What a key is for: a sum of CSSM_KEYUSE_…. */
typedef uint32 CSSM_KEYUSE;

enum {
  /** Everything that it can do. */
  CSSM_KEYUSE_ANY = (int)0x80000000,
  /** To encrypt. */
  CSSM_KEYUSE_ENCRYPT = 1,
  /** To decrypt. */
  CSSM_KEYUSE_DECRYPT = 2,
  /** To sign. */
  CSSM_KEYUSE_SIGN = 4,
  /** To verify signatures. */
  CSSM_KEYUSE_VERIFY = 8,
  /** To sign so that the message can be recovered. */
  CSSM_KEYUSE_SIGN_RECOVER = 16,
  /** To verify such signatures. */
  CSSM_KEYUSE_VERIFY_RECOVER = 32,
  /** To encrypt keys. */
  CSSM_KEYUSE_WRAP = 64,
  /** To decrypt keys. */
  CSSM_KEYUSE_UNWRAP = 128,
  /** To derive keys. */
  CSSM_KEYUSE_DERIVE = 256
};

/** How a key is kept: a sum of CSSM_KEYATTR_…. */
typedef uint32 CSSM_KEYATTR_FLAGS;

enum {
  /** As is usual. */
  CSSM_KEYATTR_RETURN_DEFAULT = 0,
  /** It is stored. */
  CSSM_KEYATTR_PERMANENT = 1,
  /** It is private. */
  CSSM_KEYATTR_PRIVATE = 2,
  /** Its attributes can be changed. */
  CSSM_KEYATTR_MODIFIABLE = 4,
  /** It leaves the keychain encrypted only. */
  CSSM_KEYATTR_SENSITIVE = 8,
  /** It can leave the keychain. */
  CSSM_KEYATTR_EXTRACTABLE = 32
};

/** What kind of record an item is: one of CSSM_DL_DB_RECORD_…. */
typedef uint32 CSSM_DB_RECORDTYPE;

enum {
  /** A generic password. */
  CSSM_DL_DB_RECORD_GENERIC_PASSWORD = (int)0x80000000,
  /** An internet password. */
  CSSM_DL_DB_RECORD_INTERNET_PASSWORD = (int)0x80000001
};

/** How an attribute is written: one of CSSM_DB_ATTRIBUTE_FORMAT_…. */
typedef uint32 CSSM_DB_ATTRIBUTE_FORMAT;

enum {
  /** Characters. */
  CSSM_DB_ATTRIBUTE_FORMAT_STRING = 0,
  /** A number with a sign, of 32 bits. */
  CSSM_DB_ATTRIBUTE_FORMAT_SINT32 = 1,
  /** A number without a sign, of 32 bits. */
  CSSM_DB_ATTRIBUTE_FORMAT_UINT32 = 2,
  /** A number of any size. */
  CSSM_DB_ATTRIBUTE_FORMAT_BIG_NUM = 3,
  /** A number with a fraction. */
  CSSM_DB_ATTRIBUTE_FORMAT_REAL = 4,
  /** A moment, as characters. */
  CSSM_DB_ATTRIBUTE_FORMAT_TIME_DATE = 5,
  /** Bytes. */
  CSSM_DB_ATTRIBUTE_FORMAT_BLOB = 6
};

#ifdef __cplusplus
}
#endif

#endif
