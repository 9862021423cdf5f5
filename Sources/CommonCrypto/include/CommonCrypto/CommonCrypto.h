/* The commonly used functions of Apple's CommonCrypto (CC_crypto(3cc)), implemented with OpenSSL's libcrypto. The types
   and names are the same as on Apple's platforms, so that code for these platforms compiles in C and in Swift. */
#ifndef COMMONCRYPTO_COMMONCRYPTO_H
#define COMMONCRYPTO_COMMONCRYPTO_H

#include <CommonCrypto/CommonCryptoError.h>
#include <CommonCrypto/CommonCryptor.h>
#include <CommonCrypto/CommonDigest.h>
#include <CommonCrypto/CommonHMAC.h>
#include <CommonCrypto/CommonKeyDerivation.h>
#include <CommonCrypto/CommonRandom.h>
#include <CommonCrypto/CommonSymmetricKeywrap.h>

#endif
