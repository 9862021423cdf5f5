/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECCERTIFICATECONSTANTS_H
#define SECURITY_SECCERTIFICATECONSTANTS_H

/* This header declares the keys and types of the properties of certificates. SecCertificate.h
   includes this header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Keys of the dictionaries that `SecCertificateCopyValues` returns. */

/** The type of the property value: one of the `kSecPropertyType…` values. Raw value `type`. */
extern const CFStringRef kSecPropertyKeyType;

/** The name of the property. The value is a string. Raw value `label`. */
extern const CFStringRef kSecPropertyKeyLabel;

/** The name of the property in the language of the user. The value is a string. In Latchkey, the
    value equals the value of `kSecPropertyKeyLabel`. Raw value `localized label`. */
extern const CFStringRef kSecPropertyKeyLocalizedLabel;

/** The value of the property. `kSecPropertyKeyType` states the type of this value. Raw value
    `value`. */
extern const CFStringRef kSecPropertyKeyValue;

/* The types of the values of properties. */

/** The value of the property is a string with a warning. Raw value `warning`. */
extern const CFStringRef kSecPropertyTypeWarning;

/** The value of the property is a string with a description of an error. Raw value `error`. */
extern const CFStringRef kSecPropertyTypeError;

/** The value of the property is a string that reports success. Raw value `success`. */
extern const CFStringRef kSecPropertyTypeSuccess;

/** The value of the property is a string with a title. Raw value `title`. */
extern const CFStringRef kSecPropertyTypeTitle;

/** The value of the property is an array of properties. Raw value `section`. */
extern const CFStringRef kSecPropertyTypeSection;

/** The value of the property is data. Raw value `data`. */
extern const CFStringRef kSecPropertyTypeData;

/** The value of the property is a string. Raw value `string`. */
extern const CFStringRef kSecPropertyTypeString;

/** The value of the property is a URL. Raw value `url`. */
extern const CFStringRef kSecPropertyTypeURL;

/** The value of the property is a date. Raw value `date`. */
extern const CFStringRef kSecPropertyTypeDate;

/** The value of the property is an array of strings. Raw value `array`. */
extern const CFStringRef kSecPropertyTypeArray;

/** The value of the property is a number. Raw value `number`. */
extern const CFStringRef kSecPropertyTypeNumber;

CF_EXTERN_C_END

#endif
