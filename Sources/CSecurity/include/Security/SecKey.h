#ifndef SECURITY_SECKEY_H
#define SECURITY_SECKEY_H

/* Keys: making, reading and using them. */

#include <Security/SecBase.h>
#include <Security/cssmtype.h>

CF_EXTERN_C_BEGIN

/** What to do with a key: a scheme with its padding and hash. */
typedef CFStringRef SecKeyAlgorithm;

/** A key of the dictionary that SecKeyCopyKeyExchangeResult takes. */
typedef CFStringRef SecKeyKeyExchangeParameter;

/** The attributes of the private key of a pair being generated. A dictionary. Raw value `private`. */
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
/** An operation with a key. */
typedef CF_ENUM(CFIndex, SecKeyOperationType) {
  /** Signing, by SecKeyCreateSignature. */
  kSecKeyOperationTypeSign = 0,
  /** Verifying, by SecKeyVerifySignature. */
  kSecKeyOperationTypeVerify = 1,
  /** Encrypting, by SecKeyCreateEncryptedData. */
  kSecKeyOperationTypeEncrypt = 2,
  /** Decrypting, by SecKeyCreateDecryptedData. */
  kSecKeyOperationTypeDecrypt = 3,
  /** Key exchange, by SecKeyCopyKeyExchangeResult. */
  kSecKeyOperationTypeKeyExchange = 4
};

/** The padding of the older key functions. */
typedef CF_OPTIONS(uint32_t, SecPadding) {
  /** Raw RSA, or the DER of ANSI X9.62 for elliptic curves. */
  kSecPaddingNone = 0,
  /** PKCS#1 v1.5 padding around the given bytes. */
  kSecPaddingPKCS1 = 1,
  /** OAEP padding with SHA-1. */
  kSecPaddingOAEP = 2,
  /** For elliptic curves: a signature of r and s. */
  kSecPaddingSigRaw = 0x4000,
  /** PKCS#1 v1.5 with MD2: refused. */
  kSecPaddingPKCS1MD2 = 0x8000,
  /** PKCS#1 v1.5 with MD5: refused. */
  kSecPaddingPKCS1MD5 = 0x8001,
  /** PKCS#1 v1.5 around a SHA-1 digest. */
  kSecPaddingPKCS1SHA1 = 0x8002,
  /** PKCS#1 v1.5 around a SHA-224 digest. */
  kSecPaddingPKCS1SHA224 = 0x8003,
  /** PKCS#1 v1.5 around a SHA-256 digest. */
  kSecPaddingPKCS1SHA256 = 0x8004,
  /** PKCS#1 v1.5 around a SHA-384 digest. */
  kSecPaddingPKCS1SHA384 = 0x8005,
  /** PKCS#1 v1.5 around a SHA-512 digest. */
  kSecPaddingPKCS1SHA512 = 0x8006
};

/** Returns the type of keys. */
extern CFTypeID SecKeyGetTypeID(void);

/* The error arguments in this file: If the function fails, the argument receives an error, which the caller must
   release. Its domain is NSOSStatusErrorDomain; its code is a status. Pass NULL to ignore it. If a required
   argument is NULL or another object, the status is errSecParam. */

/** Makes a key pair, stores the halves whose kSecAttrIsPermanent is true, and returns the private key. The caller
    must release it.

    @param parameters kSecAttrKeyType and kSecAttrKeySizeInBits; attributes of the halves in kSecPrivateKeyAttrs and
    kSecPublicKeyAttrs. */
extern SecKeyRef SecKeyCreateRandomKey(CFDictionaryRef parameters, CFErrorRef *error);

/** Makes a key from its bytes, in the format of SecKeyCopyExternalRepresentation. The caller must release it.

    @param keyData PKCS#1 for RSA. For elliptic curves the point in the format of ANSI X9.63, followed by the
    private number.
    @param attributes kSecAttrKeyType and kSecAttrKeyClass. */
extern SecKeyRef SecKeyCreateWithData(CFDataRef keyData, CFDictionaryRef attributes,
                                      CFErrorRef *error);

/** Returns the block size in bytes; 0 if the object is not a key. */
extern size_t SecKeyGetBlockSize(SecKeyRef key);

/** Returns the bytes of a key. The caller must release them. */
extern CFDataRef SecKeyCopyExternalRepresentation(SecKeyRef key, CFErrorRef *error);

/** Returns the attributes of a key. The caller must release them. Returns NULL if the object is not a key. */
extern CFDictionaryRef SecKeyCopyAttributes(SecKeyRef key);

/** Returns the public half of a key. The caller must release it. Returns NULL for a symmetric key. */
extern SecKeyRef SecKeyCopyPublicKey(SecKeyRef key);

/** Returns whether a key supports an algorithm for an operation. */
extern Boolean SecKeyIsAlgorithmSupported(SecKeyRef key, SecKeyOperationType operation,
                                          SecKeyAlgorithm algorithm);

/** Signs data with a private key. The caller must release the result. */
extern CFDataRef SecKeyCreateSignature(SecKeyRef key, SecKeyAlgorithm algorithm,
                                       CFDataRef dataToSign, CFErrorRef *error);

/** Returns whether a signature is valid. */
extern Boolean SecKeyVerifySignature(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef signedData,
                                     CFDataRef signature, CFErrorRef *error);

/** Encrypts data with a public key. The caller must release the result. */
extern CFDataRef SecKeyCreateEncryptedData(SecKeyRef key, SecKeyAlgorithm algorithm,
                                           CFDataRef plaintext, CFErrorRef *error);

/** Decrypts data with a private key. The caller must release the result. */
extern CFDataRef SecKeyCreateDecryptedData(SecKeyRef key, SecKeyAlgorithm algorithm,
                                           CFDataRef ciphertext, CFErrorRef *error);

/** Computes a shared secret from a private key and another party's public key. The caller must release it.

    @param parameters kSecKeyKeyExchangeParameterRequestedSize and kSecKeyKeyExchangeParameterSharedInfo, for
    algorithms that derive a key. */
extern CFDataRef SecKeyCopyKeyExchangeResult(SecKeyRef privateKey, SecKeyAlgorithm algorithm,
                                             SecKeyRef publicKey, CFDictionaryRef parameters,
                                             CFErrorRef *error);

/* Older functions. */

/** Makes a key pair and stores it. SecKeyGeneratePair offers the same with named parameters.

    @param keychainRef NULL for the default keychain.
    @param algorithm CSSM_ALGID_RSA or CSSM_ALGID_ECDSA.
    @param keySizeInBits The size, as kSecAttrKeySizeInBits of SecKeyCreateRandomKey.
    @param contextHandle 0: contexts do not exist here.
    @param publicKeyUsage The permitted uses of the public key. CSSM_KEYUSE_ANY or 0 permits all uses that it
    supports.
    @param publicKeyAttr CSSM_KEYATTR_EXTRACTABLE, CSSM_KEYATTR_SENSITIVE. Other attributes have no effect: both
    keys are stored.
    @param privateKeyUsage The permitted uses of the private key.
    @param privateKeyAttr As publicKeyAttr.
    @param initialAccess NULL, or an access list of the calling program alone.
    @param publicKey Receives the public key, which the caller must release; NULL to ignore it.
    @param privateKey Receives the private key, which the caller must release; NULL to ignore it.
    @return errSecSuccess; errSecParam for another algorithm, an unsupported size, or unknown uses;
    errSecUnimplemented for a context; errSecNoSuchKeychain; otherwise the statuses of SecItemAdd. */
extern OSStatus SecKeyCreatePair(SecKeychainRef keychainRef, CSSM_ALGORITHMS algorithm,
                                 uint32 keySizeInBits, CSSM_CC_HANDLE contextHandle,
                                 CSSM_KEYUSE publicKeyUsage, uint32 publicKeyAttr,
                                 CSSM_KEYUSE privateKeyUsage, uint32 privateKeyAttr,
                                 SecAccessRef initialAccess, SecKeyRef *publicKey,
                                 SecKeyRef *privateKey);

/** Makes a symmetric key. SecKeyGenerateSymmetric offers the same with named parameters.

    @param keychainRef The keychain to store the key in; NULL to store it nowhere.
    @param algorithm CSSM_ALGID_AES, …DES, …3DES_3KEY, …RC2, …RC4, …CAST or …BLOWFISH.
    @param keySizeInBits The size, a multiple of 8, up to 8192.
    @param contextHandle 0: contexts do not exist here.
    @param keyUsage The permitted uses of a stored key. CSSM_KEYUSE_ANY or 0 permits all uses that it supports.
    @param keyAttr CSSM_KEYATTR_EXTRACTABLE, CSSM_KEYATTR_SENSITIVE, for a stored key.
    @param initialAccess NULL, or an access list of the calling program alone.
    @param keyRef Receives the key, which the caller must release.
    @return The same statuses as SecKeyCreatePair. */
extern OSStatus SecKeyGenerate(SecKeychainRef keychainRef, CSSM_ALGORITHMS algorithm,
                               uint32 keySizeInBits, CSSM_CC_HANDLE contextHandle,
                               CSSM_KEYUSE keyUsage, uint32 keyAttr, SecAccessRef initialAccess,
                               SecKeyRef *keyRef);

/** Makes a key pair. The caller must release both keys.

    @return errSecSuccess; errSecParam for an unsupported size or type. */
extern OSStatus SecKeyGeneratePair(CFDictionaryRef parameters, SecKeyRef *publicKey,
                                   SecKeyRef *privateKey);

/** Signs a digest, and writes the signature into the caller's memory.

    @param sigLen Contains the capacity in bytes, and receives the length.
    @return errSecSuccess; errSecParam if the capacity is too small, or if the key does not support the padding. */
extern OSStatus SecKeyRawSign(SecKeyRef key, SecPadding padding, const uint8_t *dataToSign,
                              size_t dataToSignLen, uint8_t *sig, size_t *sigLen);

/** Verifies the signature of a digest. Returns errSecSuccess if it is valid. */
extern OSStatus SecKeyRawVerify(SecKeyRef key, SecPadding padding, const uint8_t *signedData,
                                size_t signedDataLen, const uint8_t *sig, size_t sigLen);

/** Encrypts one block, and writes it into the caller's memory.

    @param cipherTextLen Contains the capacity in bytes, and receives the length. */
extern OSStatus SecKeyEncrypt(SecKeyRef key, SecPadding padding, const uint8_t *plainText,
                              size_t plainTextLen, uint8_t *cipherText, size_t *cipherTextLen);

/** Decrypts one block, and writes it into the caller's memory.

    @param plainTextLen Contains the capacity in bytes, and receives the length. */
extern OSStatus SecKeyDecrypt(SecKeyRef key, SecPadding padding, const uint8_t *cipherText,
                              size_t cipherTextLen, uint8_t *plainText, size_t *plainTextLen);

/** Makes a random symmetric key, and stores it if kSecAttrIsPermanent is true. The caller must release it. */
extern SecKeyRef SecKeyGenerateSymmetric(CFDictionaryRef parameters, CFErrorRef *error);

/** Makes a symmetric key from its bytes. The caller must release it. */
extern SecKeyRef SecKeyCreateFromData(CFDictionaryRef parameters, CFDataRef keyData,
                                      CFErrorRef *error);

/** Derives a symmetric key from a password with PBKDF2. The caller must release it.

    @param parameters kSecAttrSalt, kSecAttrPRF, kSecAttrRounds and kSecAttrKeySizeInBits. */
extern SecKeyRef SecKeyDeriveFromPassword(CFStringRef password, CFDictionaryRef parameters,
                                          CFErrorRef *error);

/** Always fails: returns NULL and errSecUnimplemented. */
extern CFDataRef SecKeyWrapSymmetric(SecKeyRef keyToWrap, SecKeyRef wrappingKey,
                                     CFDictionaryRef parameters, CFErrorRef *error);

/** Always fails: returns NULL and errSecUnimplemented. */
extern SecKeyRef SecKeyUnwrapSymmetric(CFDataRef *keyToUnwrap, SecKeyRef unwrappingKey,
                                       CFDictionaryRef parameters, CFErrorRef *error);

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
    with moduli below 4096 bits, AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA1:AESGCM`. */
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

/** What both sides put into the derivation. Data; empty when it is missing. Raw value `sharedInfo`. */
extern const SecKeyKeyExchangeParameter kSecKeyKeyExchangeParameterSharedInfo;
CF_EXTERN_C_END

#endif
