#ifndef SECURITY_SECKEY_H
#define SECURITY_SECKEY_H

/* Keys: making, reading and using them. */

#include <Security/SecBase.h>
#include <Security/SecKeyConstants.h>
#include <Security/cssmtype.h>

CF_EXTERN_C_BEGIN

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
  /** No padding for RSA. For elliptic curves: a signature in DER (ANSI X9.62). */
  kSecPaddingNone = 0,
  /** PKCS#1 v1.5 padding around the given bytes. */
  kSecPaddingPKCS1 = 1,
  /** OAEP padding with SHA-1. */
  kSecPaddingOAEP = 2,
  /** For elliptic curves: a signature that consists of the number r and then the number s. */
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

/* The `error` parameters in this file: If the function fails, the parameter receives an error, which the caller must
   release. The domain of the error is NSOSStatusErrorDomain; its code is a status. Pass NULL to ignore the error. If a
   required argument is NULL or another object, the status is errSecParam. */

/** Makes a key pair, stores the keys whose kSecAttrIsPermanent is true, and returns the private key. The caller must
    release the private key.

    @param parameters kSecAttrKeyType and kSecAttrKeySizeInBits. kSecPrivateKeyAttrs and kSecPublicKeyAttrs contain
    the attributes of the private and the public key. */
extern SecKeyRef SecKeyCreateRandomKey(CFDictionaryRef parameters, CFErrorRef *error);

/** Makes a key from its bytes, in the format of SecKeyCopyExternalRepresentation. The caller must release the key.

    @param keyData An RSA key in PKCS#1, or an elliptic-curve key in ANSI X9.63. An elliptic-curve key consists of the
    public point and, in a private key, the private number.
    @param attributes kSecAttrKeyType and kSecAttrKeyClass. */
extern SecKeyRef SecKeyCreateWithData(CFDataRef keyData, CFDictionaryRef attributes,
                                      CFErrorRef *error);

/** Returns the block size of a key in bytes; 0 if the object is not a key. */
extern size_t SecKeyGetBlockSize(SecKeyRef key);

/** Returns the bytes of a key. The caller must release the result. */
extern CFDataRef SecKeyCopyExternalRepresentation(SecKeyRef key, CFErrorRef *error);

/** Returns the attributes of a key. The caller must release the result. Returns NULL if the object is not a key. */
extern CFDictionaryRef SecKeyCopyAttributes(SecKeyRef key);

/** Returns the public key of a key pair. The caller must release the public key. Returns NULL for a symmetric key. */
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

/** Computes a shared secret from a private key and another party's public key. The caller must release the secret.

    @param parameters kSecKeyKeyExchangeParameterRequestedSize and kSecKeyKeyExchangeParameterSharedInfo, for
    algorithms that derive a key. */
extern CFDataRef SecKeyCopyKeyExchangeResult(SecKeyRef privateKey, SecKeyAlgorithm algorithm,
                                             SecKeyRef publicKey, CFDictionaryRef parameters,
                                             CFErrorRef *error);

/* Older functions. */

/** Makes a key pair and stores both keys. SecKeyGeneratePair does the same with named parameters.

    @param keychainRef NULL for the default keychain.
    @param algorithm CSSM_ALGID_RSA or CSSM_ALGID_ECDSA.
    @param keySizeInBits The size, as kSecAttrKeySizeInBits of SecKeyCreateRandomKey.
    @param contextHandle 0, because Latchkey has no contexts.
    @param publicKeyUsage The permitted uses of the public key. CSSM_KEYUSE_ANY or 0 permits all uses that the key
    supports.
    @param publicKeyAttr CSSM_KEYATTR_EXTRACTABLE and CSSM_KEYATTR_SENSITIVE. Other attributes have no effect: both
    keys are stored.
    @param privateKeyUsage The permitted uses of the private key.
    @param privateKeyAttr The same attributes as in publicKeyAttr.
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

/** Makes a symmetric key. SecKeyGenerateSymmetric does the same with named parameters.

    @param keychainRef The keychain to store the key in; NULL if the key is not to be stored.
    @param algorithm CSSM_ALGID_AES, …DES, …3DES_3KEY, …RC2, …RC4, …CAST or …BLOWFISH.
    @param keySizeInBits The size, a multiple of 8, up to 8192.
    @param contextHandle 0, because Latchkey has no contexts.
    @param keyUsage The permitted uses of a stored key. CSSM_KEYUSE_ANY or 0 permits all uses that the key supports.
    @param keyAttr CSSM_KEYATTR_EXTRACTABLE and CSSM_KEYATTR_SENSITIVE, for a stored key.
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

/** Verifies the signature of a digest. Returns errSecSuccess if the signature is valid. */
extern OSStatus SecKeyRawVerify(SecKeyRef key, SecPadding padding, const uint8_t *signedData,
                                size_t signedDataLen, const uint8_t *sig, size_t sigLen);

/** Encrypts one block, and writes the result into the caller's memory.

    @param cipherTextLen Contains the capacity in bytes, and receives the length. */
extern OSStatus SecKeyEncrypt(SecKeyRef key, SecPadding padding, const uint8_t *plainText,
                              size_t plainTextLen, uint8_t *cipherText, size_t *cipherTextLen);

/** Decrypts one block, and writes the result into the caller's memory.

    @param plainTextLen Contains the capacity in bytes, and receives the length. */
extern OSStatus SecKeyDecrypt(SecKeyRef key, SecPadding padding, const uint8_t *cipherText,
                              size_t cipherTextLen, uint8_t *plainText, size_t *plainTextLen);

/** Makes a random symmetric key. The key is stored if kSecAttrIsPermanent is true. The caller must release the key. */
extern SecKeyRef SecKeyGenerateSymmetric(CFDictionaryRef parameters, CFErrorRef *error);

/** Makes a symmetric key from its bytes. The caller must release the key. */
extern SecKeyRef SecKeyCreateFromData(CFDictionaryRef parameters, CFDataRef keyData,
                                      CFErrorRef *error);

/** Derives a symmetric key from a password with PBKDF2. The caller must release the key.

    @param parameters kSecAttrSalt, kSecAttrPRF, kSecAttrRounds and kSecAttrKeySizeInBits. */
extern SecKeyRef SecKeyDeriveFromPassword(CFStringRef password, CFDictionaryRef parameters,
                                          CFErrorRef *error);

/** Always fails: returns NULL and errSecUnimplemented. */
extern CFDataRef SecKeyWrapSymmetric(SecKeyRef keyToWrap, SecKeyRef wrappingKey,
                                     CFDictionaryRef parameters, CFErrorRef *error);

/** Always fails: returns NULL and errSecUnimplemented. */
extern SecKeyRef SecKeyUnwrapSymmetric(CFDataRef *keyToUnwrap, SecKeyRef unwrappingKey,
                                       CFDictionaryRef parameters, CFErrorRef *error);

CF_EXTERN_C_END

#endif
