#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
