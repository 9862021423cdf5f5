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
/** What is done with a key. */
typedef CF_ENUM(CFIndex, SecKeyOperationType) {
  /** SecKeyCreateSignature */
  kSecKeyOperationTypeSign = 0,
  /** SecKeyVerifySignature */
  kSecKeyOperationTypeVerify = 1,
  /** SecKeyCreateEncryptedData */
  kSecKeyOperationTypeEncrypt = 2,
  /** SecKeyCreateDecryptedData */
  kSecKeyOperationTypeDecrypt = 3,
  /** SecKeyCopyKeyExchangeResult */
  kSecKeyOperationTypeKeyExchange = 4
};

/** The padding of the older functions. */
typedef CF_OPTIONS(uint32_t, SecPadding) {
  /** Raw RSA; for elliptic curves the DER of ANSI X9.62. */
  kSecPaddingNone = 0,
  /** PKCS#1 v1.5 around the bytes that are given. */
  kSecPaddingPKCS1 = 1,
  /** OAEP with SHA-1. */
  kSecPaddingOAEP = 2,
  /** Elliptic curves: r and s one after the other. */
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

/* Where a function of this file takes an error, it receives one, when the function fails, that the
   caller releases; its domain is NSOSStatusErrorDomain, its code a status. Pass NULL to ignore it.
   NULL or another object in the place of an argument that is needed: errSecParam. */

/** Makes a pair of keys, stores the halves whose kSecAttrIsPermanent is true, and returns the private
    key; the caller releases it.

    @param parameters kSecAttrKeyType and kSecAttrKeySizeInBits; attributes of the halves in
    kSecPrivateKeyAttrs and kSecPublicKeyAttrs. */
extern SecKeyRef SecKeyCreateRandomKey(CFDictionaryRef parameters, CFErrorRef *error);

/** Makes a key of its bytes, as SecKeyCopyExternalRepresentation gives them; the caller releases it.

    @param keyData PKCS#1 for RSA; for elliptic curves the point of ANSI X9.63, followed by the
    private number.
    @param attributes kSecAttrKeyType and kSecAttrKeyClass. */
extern SecKeyRef SecKeyCreateWithData(CFDataRef keyData, CFDictionaryRef attributes,
                                      CFErrorRef *error);

/** Returns the size of a block in bytes; 0 for what is no key. */
extern size_t SecKeyGetBlockSize(SecKeyRef key);

/** Returns the bytes of a key; the caller releases them. */
extern CFDataRef SecKeyCopyExternalRepresentation(SecKeyRef key, CFErrorRef *error);

/** Returns what a key says of itself; the caller releases it. NULL for what is no key. */
extern CFDictionaryRef SecKeyCopyAttributes(SecKeyRef key);

/** Returns the public half of a key; the caller releases it. NULL for a symmetric key. */
extern SecKeyRef SecKeyCopyPublicKey(SecKeyRef key);

/** Whether a key can do something with an algorithm. */
extern Boolean SecKeyIsAlgorithmSupported(SecKeyRef key, SecKeyOperationType operation,
                                          SecKeyAlgorithm algorithm);

/** Signs; the caller releases the result. */
extern CFDataRef SecKeyCreateSignature(SecKeyRef key, SecKeyAlgorithm algorithm,
                                       CFDataRef dataToSign, CFErrorRef *error);

/** Whether a signature is right. */
extern Boolean SecKeyVerifySignature(SecKeyRef key, SecKeyAlgorithm algorithm, CFDataRef signedData,
                                     CFDataRef signature, CFErrorRef *error);

/** Encrypts with a public key; the caller releases the result. */
extern CFDataRef SecKeyCreateEncryptedData(SecKeyRef key, SecKeyAlgorithm algorithm,
                                           CFDataRef plaintext, CFErrorRef *error);

/** Decrypts with a private key; the caller releases the result. */
extern CFDataRef SecKeyCreateDecryptedData(SecKeyRef key, SecKeyAlgorithm algorithm,
                                           CFDataRef ciphertext, CFErrorRef *error);

/** Derives a secret from a private key and the public key of somebody else; the caller releases it.

    @param parameters kSecKeyKeyExchangeParameterRequestedSize and ...SharedInfo, for the algorithms
    that derive. */
extern CFDataRef SecKeyCopyKeyExchangeResult(SecKeyRef privateKey, SecKeyAlgorithm algorithm,
                                             SecKeyRef publicKey, CFDictionaryRef parameters,
                                             CFErrorRef *error);

/* Older functions. */

/** Makes a pair of keys and stores it. SecKeyGeneratePair does the same with names for everything.

    @param keychainRef NULL for the default keychain.
    @param algorithm CSSM_ALGID_RSA or CSSM_ALGID_ECDSA.
    @param keySizeInBits As kSecAttrKeySizeInBits of SecKeyCreateRandomKey.
    @param contextHandle 0: there are no contexts.
    @param publicKeyUsage What the public key is for. CSSM_KEYUSE_ANY, or 0: whatever it can do.
    @param publicKeyAttr CSSM_KEYATTR_EXTRACTABLE, CSSM_KEYATTR_SENSITIVE. The others change nothing: both keys are
    stored.
    @param privateKeyUsage What the private key is for.
    @param privateKeyAttr As publicKeyAttr.
    @param initialAccess NULL, or a list of the calling program alone.
    @param publicKey Receives the public key, which the caller releases; NULL to ignore it.
    @param privateKey Receives the private key, which the caller releases; NULL to ignore it.
    @return errSecSuccess; errSecParam for another algorithm, a size that is not made, and uses that are not known;
    errSecUnimplemented for a context; errSecNoSuchKeychain; otherwise as SecItemAdd. */
extern OSStatus SecKeyCreatePair(SecKeychainRef keychainRef, CSSM_ALGORITHMS algorithm,
                                 uint32 keySizeInBits, CSSM_CC_HANDLE contextHandle,
                                 CSSM_KEYUSE publicKeyUsage, uint32 publicKeyAttr,
                                 CSSM_KEYUSE privateKeyUsage, uint32 privateKeyAttr,
                                 SecAccessRef initialAccess, SecKeyRef *publicKey,
                                 SecKeyRef *privateKey);

/** Makes a symmetric key. SecKeyGenerateSymmetric does the same with names for everything.

    @param keychainRef Where it is stored; NULL to store it nowhere.
    @param algorithm CSSM_ALGID_AES, …DES, …3DES_3KEY, …RC2, …RC4, …CAST or …BLOWFISH.
    @param keySizeInBits Whole bytes, up to 8192.
    @param contextHandle 0: there are no contexts.
    @param keyUsage What the key is for, where it is stored. CSSM_KEYUSE_ANY, or 0: whatever it can do.
    @param keyAttr CSSM_KEYATTR_EXTRACTABLE, CSSM_KEYATTR_SENSITIVE, where it is stored.
    @param initialAccess NULL, or a list of the calling program alone.
    @param keyRef Receives the key, which the caller releases.
    @return As SecKeyCreatePair. */
extern OSStatus SecKeyGenerate(SecKeychainRef keychainRef, CSSM_ALGORITHMS algorithm,
                               uint32 keySizeInBits, CSSM_CC_HANDLE contextHandle,
                               CSSM_KEYUSE keyUsage, uint32 keyAttr, SecAccessRef initialAccess,
                               SecKeyRef *keyRef);

/** Makes a pair of keys; the caller releases both.

    @return errSecSuccess; errSecParam for a size or type that is not made. */
extern OSStatus SecKeyGeneratePair(CFDictionaryRef parameters, SecKeyRef *publicKey,
                                   SecKeyRef *privateKey);

/** Signs a digest into the caller's memory.

    @param sigLen Gives the room, receives the length.
    @return errSecSuccess; errSecParam when there is too little room, or the key cannot do it. */
extern OSStatus SecKeyRawSign(SecKeyRef key, SecPadding padding, const uint8_t *dataToSign,
                              size_t dataToSignLen, uint8_t *sig, size_t *sigLen);

/** Whether the signature of a digest is right: errSecSuccess if it is. */
extern OSStatus SecKeyRawVerify(SecKeyRef key, SecPadding padding, const uint8_t *signedData,
                                size_t signedDataLen, const uint8_t *sig, size_t sigLen);

/** Encrypts one block into the caller's memory.

    @param cipherTextLen Gives the room, receives the length. */
extern OSStatus SecKeyEncrypt(SecKeyRef key, SecPadding padding, const uint8_t *plainText,
                              size_t plainTextLen, uint8_t *cipherText, size_t *cipherTextLen);

/** Decrypts one block into the caller's memory.

    @param plainTextLen Gives the room, receives the length. */
extern OSStatus SecKeyDecrypt(SecKeyRef key, SecPadding padding, const uint8_t *cipherText,
                              size_t cipherTextLen, uint8_t *plainText, size_t *plainTextLen);

/** Makes a symmetric key, and stores it when kSecAttrIsPermanent says so; the caller releases it. */
extern SecKeyRef SecKeyGenerateSymmetric(CFDictionaryRef parameters, CFErrorRef *error);

/** Makes a symmetric key of its bytes; the caller releases it. */
extern SecKeyRef SecKeyCreateFromData(CFDictionaryRef parameters, CFDataRef keyData,
                                      CFErrorRef *error);

/** Derives a symmetric key from a password with PBKDF2; the caller releases it.

    @param parameters kSecAttrSalt, kSecAttrPRF, kSecAttrRounds, kSecAttrKeySizeInBits. */
extern SecKeyRef SecKeyDeriveFromPassword(CFStringRef password, CFDictionaryRef parameters,
                                          CFErrorRef *error);

/** Not to be had: NULL and errSecUnimplemented. */
extern CFDataRef SecKeyWrapSymmetric(SecKeyRef keyToWrap, SecKeyRef wrappingKey,
                                     CFDictionaryRef parameters, CFErrorRef *error);

/** Not to be had: NULL and errSecUnimplemented. */
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
