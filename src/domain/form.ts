// Forms as they are listed. Their fields and submissions are not part of this.

export interface Form {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly submitBtnTxt: string;
  readonly isCaptchaEnabled: boolean;
  readonly createdAt: string;
  readonly localized: Readonly<Record<string, FormTexts>>;
}

export interface FormTexts {
  readonly displayName?: string;
  readonly description?: string;
  readonly submitBtnTxt?: string;
}
