/* The commonly used functions of CommonCrypto, implemented with OpenSSL's libcrypto: CC_crypto(3cc) on Apple's
   platforms. Types and names match, so that code for Apple's platforms compiles, in C and in Swift. */
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
