/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECKEYCONSTANTS_H
#define SECURITY_SECKEYCONSTANTS_H

/* Keys of the dictionaries that keys are made of, and algorithms. SecKey.h includes them. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Attributes of keys that are being made. */

/** The attributes of the private key of a pair being generated. A dictionary. Raw value
    `private`. */
extern const CFStringRef kSecPrivateKeyAttrs;

/** The attributes of the public key of a pair being generated. A dictionary. Raw value `public`. */
extern const CFStringRef kSecPublicKeyAttrs;

/** Asks for a key that may be used for payments. A Boolean. Raw value `applepay`. Private on
    Apple's platforms. */
extern const CFStringRef kSecKeyApplePayEnabled;

/** Asks for a key bound to the running system. A Boolean. Raw value `osbound`. Private on Apple's
    platforms. */
extern const CFStringRef kSecKeyOSBound;

/** Asks for a key bound to the system's sealed hashes. A Boolean. Raw value `sealedhashesbound`.
    Private on Apple's platforms. */
extern const CFStringRef kSecKeySealedHashesBound;

/** The attributes of a symmetric key being generated. A dictionary. Raw value `symmetric`. Private
    on Apple's platforms. */
extern const CFStringRef kSecSymmetricKeyAttrs;

/* Algorithms, and keys of the parameters of a key exchange. */

/** RSA over a block that the caller has padded: a number below the modulus, zeros are put before
    it. Raw value `algid:sign:RSA:raw`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureRaw;

/** RSA with the padding of PKCS#1 v1.5 around up to block size - 11 bytes; nothing says which hash
    they are of. Raw value `algid:sign:RSA:digest-PKCS1v15`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15Raw;

/** RSA with the padding of PKCS#1 v1.5, over a SHA-1 digest that the caller has computed. Raw value
    `algid:sign:RSA:digest-PKCS1v15:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA1;

/** RSA with the padding of PKCS#1 v1.5, over a SHA-224 digest that the caller has computed. Raw
    value `algid:sign:RSA:digest-PKCS1v15:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA224;

/** RSA with the padding of PKCS#1 v1.5, over a SHA-256 digest that the caller has computed. Raw
    value `algid:sign:RSA:digest-PKCS1v15:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA256;

/** RSA with the padding of PKCS#1 v1.5, over a SHA-384 digest that the caller has computed. Raw
    value `algid:sign:RSA:digest-PKCS1v15:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA384;

/** RSA with the padding of PKCS#1 v1.5, over a SHA-512 digest that the caller has computed. Raw
    value `algid:sign:RSA:digest-PKCS1v15:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA512;

/** RSA with the padding of PKCS#1 v1.5, over the SHA-1 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1;

/** RSA with the padding of PKCS#1 v1.5, over the SHA-224 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA224;

/** RSA with the padding of PKCS#1 v1.5, over the SHA-256 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256;

/** RSA with the padding of PKCS#1 v1.5, over the SHA-384 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA384;

/** RSA with the padding of PKCS#1 v1.5, over the SHA-512 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA512;

/** RSA with the padding PSS, over a SHA-1 digest that the caller has computed. Mask and salt are
    those of SHA-1: 20 bytes of salt. Raw value `algid:sign:RSA:digest-PSS:SHA1:SHA1:20`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA1;

/** RSA with the padding PSS, over a SHA-224 digest that the caller has computed. Mask and salt are
    those of SHA-224: 28 bytes of salt, whatever the name says. Raw value
    `algid:sign:RSA:digest-PSS:SHA224:SHA224:24`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA224;

/** RSA with the padding PSS, over a SHA-256 digest that the caller has computed. Mask and salt are
    those of SHA-256: 32 bytes of salt. Raw value `algid:sign:RSA:digest-PSS:SHA256:SHA256:32`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA256;

/** RSA with the padding PSS, over a SHA-384 digest that the caller has computed. Mask and salt are
    those of SHA-384: 48 bytes of salt. Raw value `algid:sign:RSA:digest-PSS:SHA384:SHA384:48`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA384;

/** RSA with the padding PSS, over a SHA-512 digest that the caller has computed. Mask and salt are
    those of SHA-512: 64 bytes of salt. Raw value `algid:sign:RSA:digest-PSS:SHA512:SHA512:64`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA512;

/** RSA with the padding PSS, over the SHA-1 digest of a message. Mask and salt are those of SHA-1:
    20 bytes of salt. Raw value `algid:sign:RSA:message-PSS:SHA1:SHA1:20`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA1;

/** RSA with the padding PSS, over the SHA-224 digest of a message. Mask and salt are those of
    SHA-224: 28 bytes of salt, whatever the name says. Raw value
    `algid:sign:RSA:message-PSS:SHA224:SHA224:24`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA224;

/** RSA with the padding PSS, over the SHA-256 digest of a message. Mask and salt are those of
    SHA-256: 32 bytes of salt. Raw value `algid:sign:RSA:message-PSS:SHA256:SHA256:32`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA256;

/** RSA with the padding PSS, over the SHA-384 digest of a message. Mask and salt are those of
    SHA-384: 48 bytes of salt. Raw value `algid:sign:RSA:message-PSS:SHA384:SHA384:48`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA384;

/** RSA with the padding PSS, over the SHA-512 digest of a message. Mask and salt are those of
    SHA-512: 64 bytes of salt. Raw value `algid:sign:RSA:message-PSS:SHA512:SHA512:64`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA512;

/** ECDSA over a digest of any length; the signature is DER. Raw value
    `algid:sign:ECDSA:digest-X962`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962;

/** ECDSA over a SHA-1 digest that the caller has computed; the signature is DER. Raw value
    `algid:sign:ECDSA:digest-X962:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA1;

/** ECDSA over a SHA-224 digest that the caller has computed; the signature is DER. Raw value
    `algid:sign:ECDSA:digest-X962:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA224;

/** ECDSA over a SHA-256 digest that the caller has computed; the signature is DER. Raw value
    `algid:sign:ECDSA:digest-X962:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA256;

/** ECDSA over a SHA-384 digest that the caller has computed; the signature is DER. Raw value
    `algid:sign:ECDSA:digest-X962:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA384;

/** ECDSA over a SHA-512 digest that the caller has computed; the signature is DER. Raw value
    `algid:sign:ECDSA:digest-X962:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA512;

/** ECDSA over the SHA-1 digest of a message; the signature is DER. Raw value
    `algid:sign:ECDSA:message-X962:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA1;

/** ECDSA over the SHA-224 digest of a message; the signature is DER. Raw value
    `algid:sign:ECDSA:message-X962:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA224;

/** ECDSA over the SHA-256 digest of a message; the signature is DER. Raw value
    `algid:sign:ECDSA:message-X962:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA256;

/** ECDSA over the SHA-384 digest of a message; the signature is DER. Raw value
    `algid:sign:ECDSA:message-X962:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA384;

/** ECDSA over the SHA-512 digest of a message; the signature is DER. Raw value
    `algid:sign:ECDSA:message-X962:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA512;

/** ECDSA over a digest of any length; the signature is r and s, each of the size of a coordinate.
    Raw value `algid:sign:ECDSA:digest-RFC4754`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754;

/** ECDSA over a SHA-1 digest that the caller has computed; the signature is r and s, each of the
    size of a coordinate. Raw value `algid:sign:ECDSA:digest-RFC4754:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA1;

/** ECDSA over a SHA-224 digest that the caller has computed; the signature is r and s, each of the
    size of a coordinate. Raw value `algid:sign:ECDSA:digest-RFC4754:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA224;

/** ECDSA over a SHA-256 digest that the caller has computed; the signature is r and s, each of the
    size of a coordinate. Raw value `algid:sign:ECDSA:digest-RFC4754:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA256;

/** ECDSA over a SHA-384 digest that the caller has computed; the signature is r and s, each of the
    size of a coordinate. Raw value `algid:sign:ECDSA:digest-RFC4754:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA384;

/** ECDSA over a SHA-512 digest that the caller has computed; the signature is r and s, each of the
    size of a coordinate. Raw value `algid:sign:ECDSA:digest-RFC4754:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA512;

/** ECDSA over the SHA-1 digest of a message; the signature is r and s, each of the size of a
    coordinate. Raw value `algid:sign:ECDSA:message-RFC4754:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA1;

/** ECDSA over the SHA-224 digest of a message; the signature is r and s, each of the size of a
    coordinate. Raw value `algid:sign:ECDSA:message-RFC4754:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA224;

/** ECDSA over the SHA-256 digest of a message; the signature is r and s, each of the size of a
    coordinate. Raw value `algid:sign:ECDSA:message-RFC4754:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA256;

/** ECDSA over the SHA-384 digest of a message; the signature is r and s, each of the size of a
    coordinate. Raw value `algid:sign:ECDSA:message-RFC4754:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA384;

/** ECDSA over the SHA-512 digest of a message; the signature is r and s, each of the size of a
    coordinate. Raw value `algid:sign:ECDSA:message-RFC4754:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA512;

/** ECDSA over a digest of any length; the signature is r and s, each of the size of a coordinate.
    Raw value `algid:sign:ECDSA:RFC4754`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureRFC4754;

/** RSA over a number below the modulus; zeros are put before shorter input. Decrypting gives the
    whole block. Raw value `algid:encrypt:RSA:raw`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionRaw;

/** RSA with the padding of PKCS#1 v1.5: up to block size - 11 bytes. Raw value
    `algid:encrypt:RSA:PKCS1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionPKCS1;

/** RSA with the padding OAEP of SHA-1 and an empty label: up to block size - 42 bytes. Raw value
    `algid:encrypt:RSA:OAEP:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA1;

/** RSA with the padding OAEP of SHA-224 and an empty label: up to block size - 58 bytes. Raw value
    `algid:encrypt:RSA:OAEP:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA224;

/** RSA with the padding OAEP of SHA-256 and an empty label: up to block size - 66 bytes. Raw value
    `algid:encrypt:RSA:OAEP:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA256;

/** RSA with the padding OAEP of SHA-384 and an empty label: up to block size - 98 bytes. Raw value
    `algid:encrypt:RSA:OAEP:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA384;

/** RSA with the padding OAEP of SHA-512 and an empty label: up to block size - 130 bytes. Raw value
    `algid:encrypt:RSA:OAEP:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA512;

/** A session key under RSA with OAEP of SHA-1, the message of any length under AES-GCM. AES-128
    with moduli below 4096 bits, AES-256 otherwise. Raw value
    `algid:encrypt:RSA:OAEP:SHA1:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA1AESGCM;

/** A session key under RSA with OAEP of SHA-224, the message of any length under AES-GCM. AES-128
    with moduli below 4096 bits, AES-256 otherwise. Raw value
    `algid:encrypt:RSA:OAEP:SHA224:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA224AESGCM;

/** A session key under RSA with OAEP of SHA-256, the message of any length under AES-GCM. AES-128
    with moduli below 4096 bits, AES-256 otherwise. Raw value
    `algid:encrypt:RSA:OAEP:SHA256:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA256AESGCM;

/** A session key under RSA with OAEP of SHA-384, the message of any length under AES-GCM. AES-128
    with moduli below 4096 bits, AES-256 otherwise. Raw value
    `algid:encrypt:RSA:OAEP:SHA384:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA384AESGCM;

/** A session key under RSA with OAEP of SHA-512, the message of any length under AES-GCM. AES-128
    with moduli below 4096 bits, AES-256 otherwise. Raw value
    `algid:encrypt:RSA:OAEP:SHA512:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA512AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-1, AES-GCM with a nonce of 16 zeros.
    AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA1AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-224, AES-GCM with a nonce of 16
    zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA224AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-256, AES-GCM with a nonce of 16
    zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA256AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-384, AES-GCM with a nonce of 16
    zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA384AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-512, AES-GCM with a nonce of 16
    zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA512AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-1, AES-GCM with a nonce of 16 zeros.
    AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the same bytes
    as with the standard form. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA1AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-224, AES-GCM with a nonce of 16
    zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the same
    bytes as with the standard form. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA224AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-256, AES-GCM with a nonce of 16
    zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the same
    bytes as with the standard form. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-384, AES-GCM with a nonce of 16
    zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the same
    bytes as with the standard form. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA384AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-512, AES-GCM with a nonce of 16
    zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the same
    bytes as with the standard form. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA512AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-224, AES-GCM with its nonce from the
    key derivation. AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA224AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-256, AES-GCM with its nonce from the
    key derivation. AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA256AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-384, AES-GCM with its nonce from the
    key derivation. AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA384AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-512, AES-GCM with its nonce from the
    key derivation. AES-128 up to 256-bit curves, AES-256 above. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA512AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-224, AES-GCM with its nonce from the
    key derivation. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1:
    the same bytes as with the standard form. Raw value
    `algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA224AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-256, AES-GCM with its nonce from the
    key derivation. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1:
    the same bytes as with the standard form. Raw value
    `algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-384, AES-GCM with its nonce from the
    key derivation. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1:
    the same bytes as with the standard form. Raw value
    `algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA384AESGCM;

/** ECIES: ECDH with a key made for the message, X9.63 with SHA-512, AES-GCM with its nonce from the
    key derivation. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1:
    the same bytes as with the standard form. Raw value
    `algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA512AESGCM;

/** ECDH: the x-coordinate of the common point, in the size of a coordinate. Raw value
    `algid:keyexchange:ECDH`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandard;

/** ECDH, and X9.63 with SHA-1 to `SecKeyKeyExchangeParameter.requestedSize` bytes. Raw value
    `algid:keyexchange:ECDH:KDFX963:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA1;

/** ECDH, and X9.63 with SHA-224 to `SecKeyKeyExchangeParameter.requestedSize` bytes. Raw value
    `algid:keyexchange:ECDH:KDFX963:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA224;

/** ECDH, and X9.63 with SHA-256 to `SecKeyKeyExchangeParameter.requestedSize` bytes. Raw value
    `algid:keyexchange:ECDH:KDFX963:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256;

/** ECDH, and X9.63 with SHA-384 to `SecKeyKeyExchangeParameter.requestedSize` bytes. Raw value
    `algid:keyexchange:ECDH:KDFX963:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA384;

/** ECDH, and X9.63 with SHA-512 to `SecKeyKeyExchangeParameter.requestedSize` bytes. Raw value
    `algid:keyexchange:ECDH:KDFX963:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA512;

/** ECDH: the x-coordinate of the common point, in the size of a coordinate. The cofactor of these
    curves is 1. Raw value `algid:keyexchange:ECDHC`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactor;

/** ECDH, and X9.63 with SHA-1 to `SecKeyKeyExchangeParameter.requestedSize` bytes. The cofactor of
    these curves is 1. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA1;

/** ECDH, and X9.63 with SHA-224 to `SecKeyKeyExchangeParameter.requestedSize` bytes. The cofactor
    of these curves is 1. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA224;

/** ECDH, and X9.63 with SHA-256 to `SecKeyKeyExchangeParameter.requestedSize` bytes. The cofactor
    of these curves is 1. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA256;

/** ECDH, and X9.63 with SHA-384 to `SecKeyKeyExchangeParameter.requestedSize` bytes. The cofactor
    of these curves is 1. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA384;

/** ECDH, and X9.63 with SHA-512 to `SecKeyKeyExchangeParameter.requestedSize` bytes. The cofactor
    of these curves is 1. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA512;

/** How many bytes to derive. A number; needed by all algorithms with X9.63. Raw value
    `requestedSize`. */
extern const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterRequestedSize;

/** What both sides put into the derivation. Data; empty when it is missing. Raw value
    `sharedInfo`. */
extern const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterSharedInfo;

CF_EXTERN_C_END

#endif
