/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECKEYCONSTANTS_H
#define SECURITY_SECKEYCONSTANTS_H

/* This header declares the keys of the dictionaries for key generation, and the algorithms.
   SecKey.h includes this header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Attributes of generated keys. */

/** The attributes of the private key of a generated pair. The value is a dictionary. Raw value
    `private`. */
extern const CFStringRef kSecPrivateKeyAttrs;

/** The attributes of the public key of a generated pair. The value is a dictionary. Raw value
    `public`. */
extern const CFStringRef kSecPublicKeyAttrs;

/** Whether the generated key may be used for payments. The value is a Boolean. Raw value
    `applepay`. Private on Apple's platforms. */
extern const CFStringRef kSecKeyApplePayEnabled;

/** Whether the generated key is bound to the running system. The value is a Boolean. Raw value
    `osbound`. Private on Apple's platforms. */
extern const CFStringRef kSecKeyOSBound;

/** Whether the generated key is bound to the sealed hashes of the system. The value is a Boolean.
    Raw value `sealedhashesbound`. Private on Apple's platforms. */
extern const CFStringRef kSecKeySealedHashesBound;

/** The attributes of a generated symmetric key. The value is a dictionary. Raw value `symmetric`.
    Private on Apple's platforms. */
extern const CFStringRef kSecSymmetricKeyAttrs;

/* Algorithms, and keys of the parameters of a key exchange. */

/** An RSA signature over a block that the caller has padded. The block is a number below the
    modulus. If the block is shorter than the modulus, the algorithm puts zeros before the block.
    Raw value `algid:sign:RSA:raw`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureRaw;

/** An RSA signature with PKCS#1 v1.5 padding over an input that is at least 11 bytes shorter than
    the modulus. The signature does not name the digest algorithm. Raw value
    `algid:sign:RSA:digest-PKCS1v15`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15Raw;

/** An RSA signature with PKCS#1 v1.5 padding over a SHA-1 digest. The caller computes the digest.
    Raw value `algid:sign:RSA:digest-PKCS1v15:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA1;

/** An RSA signature with PKCS#1 v1.5 padding over a SHA-224 digest. The caller computes the digest.
    Raw value `algid:sign:RSA:digest-PKCS1v15:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA224;

/** An RSA signature with PKCS#1 v1.5 padding over a SHA-256 digest. The caller computes the digest.
    Raw value `algid:sign:RSA:digest-PKCS1v15:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA256;

/** An RSA signature with PKCS#1 v1.5 padding over a SHA-384 digest. The caller computes the digest.
    Raw value `algid:sign:RSA:digest-PKCS1v15:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA384;

/** An RSA signature with PKCS#1 v1.5 padding over a SHA-512 digest. The caller computes the digest.
    Raw value `algid:sign:RSA:digest-PKCS1v15:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA512;

/** An RSA signature with PKCS#1 v1.5 padding over the SHA-1 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1;

/** An RSA signature with PKCS#1 v1.5 padding over the SHA-224 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA224;

/** An RSA signature with PKCS#1 v1.5 padding over the SHA-256 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256;

/** An RSA signature with PKCS#1 v1.5 padding over the SHA-384 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA384;

/** An RSA signature with PKCS#1 v1.5 padding over the SHA-512 digest of a message. Raw value
    `algid:sign:RSA:message-PKCS1v15:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA512;

/** An RSA signature with PSS padding over a SHA-1 digest. The caller computes the digest. The mask
    generation function uses SHA-1. The salt has 20 bytes. Raw value
    `algid:sign:RSA:digest-PSS:SHA1:SHA1:20`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA1;

/** An RSA signature with PSS padding over a SHA-224 digest. The caller computes the digest. The
    mask generation function uses SHA-224. The salt has 28 bytes, although the raw value contains
    24. Raw value `algid:sign:RSA:digest-PSS:SHA224:SHA224:24`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA224;

/** An RSA signature with PSS padding over a SHA-256 digest. The caller computes the digest. The
    mask generation function uses SHA-256. The salt has 32 bytes. Raw value
    `algid:sign:RSA:digest-PSS:SHA256:SHA256:32`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA256;

/** An RSA signature with PSS padding over a SHA-384 digest. The caller computes the digest. The
    mask generation function uses SHA-384. The salt has 48 bytes. Raw value
    `algid:sign:RSA:digest-PSS:SHA384:SHA384:48`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA384;

/** An RSA signature with PSS padding over a SHA-512 digest. The caller computes the digest. The
    mask generation function uses SHA-512. The salt has 64 bytes. Raw value
    `algid:sign:RSA:digest-PSS:SHA512:SHA512:64`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureDigestPSSSHA512;

/** An RSA signature with PSS padding over the SHA-1 digest of a message. The mask generation
    function uses SHA-1. The salt has 20 bytes. Raw value
    `algid:sign:RSA:message-PSS:SHA1:SHA1:20`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA1;

/** An RSA signature with PSS padding over the SHA-224 digest of a message. The mask generation
    function uses SHA-224. The salt has 28 bytes, although the raw value contains 24. Raw value
    `algid:sign:RSA:message-PSS:SHA224:SHA224:24`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA224;

/** An RSA signature with PSS padding over the SHA-256 digest of a message. The mask generation
    function uses SHA-256. The salt has 32 bytes. Raw value
    `algid:sign:RSA:message-PSS:SHA256:SHA256:32`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA256;

/** An RSA signature with PSS padding over the SHA-384 digest of a message. The mask generation
    function uses SHA-384. The salt has 48 bytes. Raw value
    `algid:sign:RSA:message-PSS:SHA384:SHA384:48`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA384;

/** An RSA signature with PSS padding over the SHA-512 digest of a message. The mask generation
    function uses SHA-512. The salt has 64 bytes. Raw value
    `algid:sign:RSA:message-PSS:SHA512:SHA512:64`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSASignatureMessagePSSSHA512;

/** An ECDSA signature over a digest of any length. The signature is in DER form. Raw value
    `algid:sign:ECDSA:digest-X962`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962;

/** An ECDSA signature over a SHA-1 digest. The caller computes the digest. The signature is in DER
    form. Raw value `algid:sign:ECDSA:digest-X962:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA1;

/** An ECDSA signature over a SHA-224 digest. The caller computes the digest. The signature is in
    DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA224;

/** An ECDSA signature over a SHA-256 digest. The caller computes the digest. The signature is in
    DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA256;

/** An ECDSA signature over a SHA-384 digest. The caller computes the digest. The signature is in
    DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA384;

/** An ECDSA signature over a SHA-512 digest. The caller computes the digest. The signature is in
    DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestX962SHA512;

/** An ECDSA signature over the SHA-1 digest of a message. The signature is in DER form. Raw value
    `algid:sign:ECDSA:message-X962:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA1;

/** An ECDSA signature over the SHA-224 digest of a message. The signature is in DER form. Raw value
    `algid:sign:ECDSA:message-X962:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA224;

/** An ECDSA signature over the SHA-256 digest of a message. The signature is in DER form. Raw value
    `algid:sign:ECDSA:message-X962:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA256;

/** An ECDSA signature over the SHA-384 digest of a message. The signature is in DER form. Raw value
    `algid:sign:ECDSA:message-X962:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA384;

/** An ECDSA signature over the SHA-512 digest of a message. The signature is in DER form. Raw value
    `algid:sign:ECDSA:message-X962:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageX962SHA512;

/** An ECDSA signature over a digest of any length. The signature consists of r and then s. Each of
    the two numbers has the size of a coordinate. Raw value `algid:sign:ECDSA:digest-RFC4754`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754;

/** An ECDSA signature over a SHA-1 digest. The caller computes the digest. The signature consists
    of r and then s. Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:digest-RFC4754:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA1;

/** An ECDSA signature over a SHA-224 digest. The caller computes the digest. The signature consists
    of r and then s. Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:digest-RFC4754:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA224;

/** An ECDSA signature over a SHA-256 digest. The caller computes the digest. The signature consists
    of r and then s. Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:digest-RFC4754:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA256;

/** An ECDSA signature over a SHA-384 digest. The caller computes the digest. The signature consists
    of r and then s. Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:digest-RFC4754:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA384;

/** An ECDSA signature over a SHA-512 digest. The caller computes the digest. The signature consists
    of r and then s. Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:digest-RFC4754:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA512;

/** An ECDSA signature over the SHA-1 digest of a message. The signature consists of r and then s.
    Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:message-RFC4754:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA1;

/** An ECDSA signature over the SHA-224 digest of a message. The signature consists of r and then s.
    Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:message-RFC4754:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA224;

/** An ECDSA signature over the SHA-256 digest of a message. The signature consists of r and then s.
    Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:message-RFC4754:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA256;

/** An ECDSA signature over the SHA-384 digest of a message. The signature consists of r and then s.
    Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:message-RFC4754:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA384;

/** An ECDSA signature over the SHA-512 digest of a message. The signature consists of r and then s.
    Each of the two numbers has the size of a coordinate. Raw value
    `algid:sign:ECDSA:message-RFC4754:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA512;

/** An ECDSA signature over a digest of any length. The signature consists of r and then s. Each of
    the two numbers has the size of a coordinate. Raw value `algid:sign:ECDSA:RFC4754`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDSASignatureRFC4754;

/** RSA encryption of a number below the modulus. If the input is shorter than the modulus, the
    algorithm puts zeros before the input. The decryption returns the whole block. Raw value
    `algid:encrypt:RSA:raw`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionRaw;

/** RSA encryption with PKCS#1 v1.5 padding. The message must be at least 11 bytes shorter than the
    modulus. Raw value `algid:encrypt:RSA:PKCS1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionPKCS1;

/** RSA encryption with OAEP padding, SHA-1 and an empty label. The message must be at least 42
    bytes shorter than the modulus. Raw value `algid:encrypt:RSA:OAEP:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA1;

/** RSA encryption with OAEP padding, SHA-224 and an empty label. The message must be at least 58
    bytes shorter than the modulus. Raw value `algid:encrypt:RSA:OAEP:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA224;

/** RSA encryption with OAEP padding, SHA-256 and an empty label. The message must be at least 66
    bytes shorter than the modulus. Raw value `algid:encrypt:RSA:OAEP:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA256;

/** RSA encryption with OAEP padding, SHA-384 and an empty label. The message must be at least 98
    bytes shorter than the modulus. Raw value `algid:encrypt:RSA:OAEP:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA384;

/** RSA encryption with OAEP padding, SHA-512 and an empty label. The message must be at least 130
    bytes shorter than the modulus. Raw value `algid:encrypt:RSA:OAEP:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA512;

/** RSA encryption of a session key with OAEP padding and SHA-1. AES-GCM encrypts the message under
    the session key. The message can have any length. The cipher is AES-128 for a modulus below 4096
    bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA1:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA1AESGCM;

/** RSA encryption of a session key with OAEP padding and SHA-224. AES-GCM encrypts the message
    under the session key. The message can have any length. The cipher is AES-128 for a modulus
    below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA224:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA224AESGCM;

/** RSA encryption of a session key with OAEP padding and SHA-256. AES-GCM encrypts the message
    under the session key. The message can have any length. The cipher is AES-128 for a modulus
    below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA256:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA256AESGCM;

/** RSA encryption of a session key with OAEP padding and SHA-384. AES-GCM encrypts the message
    under the session key. The message can have any length. The cipher is AES-128 for a modulus
    below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA384:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA384AESGCM;

/** RSA encryption of a session key with OAEP padding and SHA-512. AES-GCM encrypts the message
    under the session key. The message can have any length. The cipher is AES-128 for a modulus
    below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA512:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmRSAEncryptionOAEPSHA512AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-1. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128 for
    curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA1AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-224. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
    for curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA224AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-256. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
    for curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA256AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-384. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
    for curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA384AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-512. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
    for curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardX963SHA512AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-1. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128 for
    curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported curves is
    1, so this algorithm equals the algorithm with the same name and `Standard` instead of
    `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA1AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-224. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
    for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
    curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead of
    `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA224AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-256. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
    for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
    curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead of
    `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-384. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
    for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
    curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead of
    `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA384AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-512. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
    for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
    curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead of
    `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorX963SHA512AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-224. The encryption is AES-GCM with a nonce from the key derivation. The cipher
    is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA224AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-256. The encryption is AES-GCM with a nonce from the key derivation. The cipher
    is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA256AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-384. The encryption is AES-GCM with a nonce from the key derivation. The cipher
    is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA384AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-512. The encryption is AES-GCM with a nonce from the key derivation. The cipher
    is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. Raw value
    `algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA512AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-224. The encryption is AES-GCM with a nonce from the key derivation. The cipher
    is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the
    supported curves is 1, so this algorithm equals the algorithm with the same name and `Standard`
    instead of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA224AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-256. The encryption is AES-GCM with a nonce from the key derivation. The cipher
    is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the
    supported curves is 1, so this algorithm equals the algorithm with the same name and `Standard`
    instead of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-384. The encryption is AES-GCM with a nonce from the key derivation. The cipher
    is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the
    supported curves is 1, so this algorithm equals the algorithm with the same name and `Standard`
    instead of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA384AESGCM;

/** ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
    X9.63 with SHA-512. The encryption is AES-GCM with a nonce from the key derivation. The cipher
    is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the
    supported curves is 1, so this algorithm equals the algorithm with the same name and `Standard`
    instead of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA512AESGCM;

/** ECDH key agreement. The result is the x-coordinate of the shared point. The result has the size
    of a coordinate. Raw value `algid:keyexchange:ECDH`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandard;

/** ECDH key agreement, and key derivation by X9.63 with SHA-1. The parameter `requestedSize` is the
    number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA1;

/** ECDH key agreement, and key derivation by X9.63 with SHA-224. The parameter `requestedSize` is
    the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA224;

/** ECDH key agreement, and key derivation by X9.63 with SHA-256. The parameter `requestedSize` is
    the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256;

/** ECDH key agreement, and key derivation by X9.63 with SHA-384. The parameter `requestedSize` is
    the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA384;

/** ECDH key agreement, and key derivation by X9.63 with SHA-512. The parameter `requestedSize` is
    the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA512;

/** ECDH key agreement. The result is the x-coordinate of the shared point. The result has the size
    of a coordinate. The cofactor of the supported curves is 1, so the result is the same as without
    a cofactor. Raw value `algid:keyexchange:ECDHC`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactor;

/** ECDH key agreement, and key derivation by X9.63 with SHA-1. The parameter `requestedSize` is the
    number of bytes of the result. The cofactor of the supported curves is 1, so the result is the
    same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA1`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA1;

/** ECDH key agreement, and key derivation by X9.63 with SHA-224. The parameter `requestedSize` is
    the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
    the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA224`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA224;

/** ECDH key agreement, and key derivation by X9.63 with SHA-256. The parameter `requestedSize` is
    the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
    the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA256`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA256;

/** ECDH key agreement, and key derivation by X9.63 with SHA-384. The parameter `requestedSize` is
    the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
    the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA384`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA384;

/** ECDH key agreement, and key derivation by X9.63 with SHA-512. The parameter `requestedSize` is
    the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
    the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA512`. */
extern const SecKeyAlgorithm kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA512;

/** The number of derived bytes. The value is a number. All algorithms with X9.63 require this
    parameter. Raw value `requestedSize`. */
extern const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterRequestedSize;

/** The shared data that both sides use in the key derivation. The value is data. The default is
    empty data. Raw value `sharedInfo`. */
extern const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterSharedInfo;

CF_EXTERN_C_END

#endif
