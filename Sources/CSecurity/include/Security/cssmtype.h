#ifndef SECURITY_CSSMTYPE_H
#define SECURITY_CSSMTYPE_H

/* Types of the Open Group's standard "Common Security: CDSA and CSSM". This header declares only the types that
   certificate functions and the oldest key functions need. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A byte. */
typedef uint8_t uint8;

/** A number of 32 bits. */
typedef uint32_t uint32;

/** A number of bytes. */
typedef size_t CSSM_SIZE;

/** A buffer: an address and a length. */
typedef struct cssm_data {
  /** The number of bytes. */
  CSSM_SIZE Length;
  /** The address of the first byte; NULL if there are no bytes. */
  uint8 *Data;
} CSSM_DATA, *CSSM_DATA_PTR;

/** An object identifier: the content octets of its DER. */
typedef CSSM_DATA CSSM_OID, *CSSM_OID_PTR;

/** A handle to a CDSA certificate library. Latchkey has no such library. */
typedef intptr_t CSSM_CL_HANDLE;

/** The type of a certificate: one of CSSM_CERT_…. */
typedef uint32 CSSM_CERT_TYPE, *CSSM_CERT_TYPE_PTR;

/* The types of X.509 certificates. Latchkey supports no other certificates. */
enum {
  /** The type of the certificate is unknown. */
  CSSM_CERT_UNKNOWN = 0,
  /** X.509, version 1. */
  CSSM_CERT_X_509v1 = 1,
  /** X.509, version 2. */
  CSSM_CERT_X_509v2 = 2,
  /** X.509, version 3. */
  CSSM_CERT_X_509v3 = 3
};

/** The encoding of a certificate: one of CSSM_CERT_ENCODING_…. */
typedef uint32 CSSM_CERT_ENCODING, *CSSM_CERT_ENCODING_PTR;

enum {
  /** The encoding of the certificate is unknown. */
  CSSM_CERT_ENCODING_UNKNOWN = 0,
  /** An encoding that no standard describes. */
  CSSM_CERT_ENCODING_CUSTOM = 1,
  /** BER. */
  CSSM_CERT_ENCODING_BER = 2,
  /** DER. */
  CSSM_CERT_ENCODING_DER = 3
};

/** An algorithm: one of CSSM_ALGID_…. The numbers equal the numbers of kSecAttrKeyType. */
typedef uint32 CSSM_ALGORITHMS;

/* The algorithms that keys can be made for. */
enum {
  /** No algorithm. */
  CSSM_ALGID_NONE = 0,
  /** DES. */
  CSSM_ALGID_DES = 14,
  /** Triple DES with three keys. */
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
  /** The first number that vendors may use for algorithms outside of the standard. */
  CSSM_ALGID_VENDOR_DEFINED = (int)0x80000000,
  /** AES. */
  CSSM_ALGID_AES = (int)0x80000001
};

/** A context of a cryptographic module. Latchkey has no contexts: pass 0. */
typedef uint64_t CSSM_CC_HANDLE;

/** The uses of a key: a sum of CSSM_KEYUSE_…. */
typedef uint32 CSSM_KEYUSE;

enum {
  /** All uses that the key supports. */
  CSSM_KEYUSE_ANY = (int)0x80000000,
  /** Encrypting. */
  CSSM_KEYUSE_ENCRYPT = 1,
  /** Decrypting. */
  CSSM_KEYUSE_DECRYPT = 2,
  /** Signing. */
  CSSM_KEYUSE_SIGN = 4,
  /** Verifying signatures. */
  CSSM_KEYUSE_VERIFY = 8,
  /** Signing with message recovery. */
  CSSM_KEYUSE_SIGN_RECOVER = 16,
  /** Verifying signatures with message recovery. */
  CSSM_KEYUSE_VERIFY_RECOVER = 32,
  /** Encrypting keys. */
  CSSM_KEYUSE_WRAP = 64,
  /** Decrypting keys. */
  CSSM_KEYUSE_UNWRAP = 128,
  /** Deriving keys. */
  CSSM_KEYUSE_DERIVE = 256
};

/** The attributes of a key: a sum of CSSM_KEYATTR_…. */
typedef uint32 CSSM_KEYATTR_FLAGS;

enum {
  /** The default attributes. */
  CSSM_KEYATTR_RETURN_DEFAULT = 0,
  /** The key is stored. */
  CSSM_KEYATTR_PERMANENT = 1,
  /** The key is private. */
  CSSM_KEYATTR_PRIVATE = 2,
  /** The attributes of the key can be changed. */
  CSSM_KEYATTR_MODIFIABLE = 4,
  /** The key can leave the keychain only in encrypted form. */
  CSSM_KEYATTR_SENSITIVE = 8,
  /** The key can leave the keychain. */
  CSSM_KEYATTR_EXTRACTABLE = 32
};

/** The record type of an item: one of CSSM_DL_DB_RECORD_…. */
typedef uint32 CSSM_DB_RECORDTYPE;

enum {
  /** A generic password. */
  CSSM_DL_DB_RECORD_GENERIC_PASSWORD = (int)0x80000000,
  /** An internet password. */
  CSSM_DL_DB_RECORD_INTERNET_PASSWORD = (int)0x80000001
};

/** The format of an attribute: one of CSSM_DB_ATTRIBUTE_FORMAT_…. */
typedef uint32 CSSM_DB_ATTRIBUTE_FORMAT;

enum {
  /** Text. */
  CSSM_DB_ATTRIBUTE_FORMAT_STRING = 0,
  /** A signed number of 32 bits. */
  CSSM_DB_ATTRIBUTE_FORMAT_SINT32 = 1,
  /** An unsigned number of 32 bits. */
  CSSM_DB_ATTRIBUTE_FORMAT_UINT32 = 2,
  /** A number of any size. */
  CSSM_DB_ATTRIBUTE_FORMAT_BIG_NUM = 3,
  /** A floating-point number. */
  CSSM_DB_ATTRIBUTE_FORMAT_REAL = 4,
  /** A date, as text. */
  CSSM_DB_ATTRIBUTE_FORMAT_TIME_DATE = 5,
  /** Bytes. */
  CSSM_DB_ATTRIBUTE_FORMAT_BLOB = 6
};

#ifdef __cplusplus
}
#endif

#endif
