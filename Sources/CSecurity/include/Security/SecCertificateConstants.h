/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECCERTIFICATECONSTANTS_H
#define SECURITY_SECCERTIFICATECONSTANTS_H

/* Keys and types of the properties of certificates. SecCertificate.h includes them. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Keys of the dictionaries that `SecCertificateCopyValues` returns. */

/** What the value is: one of `kSecPropertyType…`. Raw value `type`. */
extern const CFStringRef kSecPropertyKeyType;

/** A name for the value: a string. Raw value `label`. */
extern const CFStringRef kSecPropertyKeyLabel;

/** The name in the language of the user: a string, here always the label. Raw value
    `localized label`. */
extern const CFStringRef kSecPropertyKeyLocalizedLabel;

/** The value. Raw value `value`. */
extern const CFStringRef kSecPropertyKeyValue;

/* What the values of properties are. */

/** A string that warns. Raw value `warning`. */
extern const CFStringRef kSecPropertyTypeWarning;

/** A string that says what is wrong. Raw value `error`. */
extern const CFStringRef kSecPropertyTypeError;

/** A string that says that all is well. Raw value `success`. */
extern const CFStringRef kSecPropertyTypeSuccess;

/** A string that is a title. Raw value `title`. */
extern const CFStringRef kSecPropertyTypeTitle;

/** An array of properties. Raw value `section`. */
extern const CFStringRef kSecPropertyTypeSection;

/** Data. Raw value `data`. */
extern const CFStringRef kSecPropertyTypeData;

/** A string. Raw value `string`. */
extern const CFStringRef kSecPropertyTypeString;

/** A URL. Raw value `url`. */
extern const CFStringRef kSecPropertyTypeURL;

/** A date. Raw value `date`. */
extern const CFStringRef kSecPropertyTypeDate;

/** An array of strings. Raw value `array`. */
extern const CFStringRef kSecPropertyTypeArray;

/** A number. Raw value `number`. */
extern const CFStringRef kSecPropertyTypeNumber;

CF_EXTERN_C_END

#endif
