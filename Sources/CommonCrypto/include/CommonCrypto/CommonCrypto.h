/* The functions of CommonCrypto that programs use, over OpenSSL's libcrypto: CC_crypto(3cc) on Apple's
 * platforms. Types and names are such that calls of Apple's compile, in C and in Swift. */
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
