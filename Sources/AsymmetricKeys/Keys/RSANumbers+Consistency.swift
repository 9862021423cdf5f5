import COpenSSL
import OpenSSLSupport

extension RSANumbers {
  /// Whether the private numbers belong to the modulus and the exponent (RFC 8017, section 3.2). It does not check
  /// that the primes are prime, which would take long.
  package var areConsistent: Bool {
    let context = BN_CTX_new()
    let values = numbers.map { BN_bin2bn($0, Int32(clamping: $0.count), nil) }
    let (result, less) = (BN_new(), BN_new())
    defer {
      for each in values + [result, less] { BN_clear_free(each) }
      BN_CTX_free(context)
      ERR_clear_error()
    }
    guard context != nil, result != nil, less != nil, values.allSatisfy({ $0 != nil }),
      values.count == 8
    else { return false }
    let (exponent, privateExponent) = (values[1], values[2])
    guard BN_mul(result, values[3], values[4], context) == 1, BN_cmp(result, values[0]) == 0 else {
      return false
    }
    for (prime, reduced) in [(values[3], values[5]), (values[4], values[6])] {
      guard BN_copy(less, prime) != nil, BN_sub_word(less, 1) == 1,
        BN_nnmod(result, privateExponent, less, context) == 1, BN_cmp(result, reduced) == 0,
        BN_mod_mul(result, exponent, reduced, less, context) == 1, BN_is_one(result) == 1
      else { return false }
    }
    return BN_mod_mul(result, values[4], values[7], values[3], context) == 1
      && BN_is_one(result) == 1
  }
}
