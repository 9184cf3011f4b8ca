window.searchIndex = [
{
"kind": "text",
"title": "Raw data and their standard form",
"text": "",
"page": "preprocessing.html"
},
{
"kind": "text",
"title": "Raw data and their standard form \u203a 1 \u00b7 Raw data and their standard form",
"text": "What the paper did. The label-noise study (Section 3.1, steps 1 and 2, and its Table 1) collects 14 public tabular data sets and brings them into one form: missing numbers become the column's mean, missing categories a value of their own, names and text values lose every character outside A\u2013Z, a\u2013z and 0\u20139, and the rarer class becomes +1 , the other -1 . No row and no column is dropped but identifiers and weights. What we do. The same, from the first source that answers: a mirror, OpenML, or files inside installed packages. Every raw file is checked (size, checksum, rows, columns, minority share) before it is used, and each standardised table has a card with what was found. Stage standardize@<profile>-<data set> writes both; this notebook reads them. What to look at. Whether each table is the paper's: the comparison below is to the digits that the paper prints.",
"page": "preprocessing.html#cell-0"
},
{
"kind": "text",
"title": "Raw data and their standard form \u203a What came from where",
"text": "abalone , car , contraceptive and, in the paper profile, occupancy are not part of the label-noise study: notebook 5 needs them for PERFEX. # The source that answered, what was found in it, and the checksum that every result below is keyed by: a table with another checksum can never be served results of this one.",
"page": "preprocessing.html#cell-4"
},
{
"kind": "text",
"title": "Raw data and their standard form \u203a The paper's Table 1, and ours",
"text": "published is the printed value, ours what the standardised table has. A row that differs is marked, never adjusted. Two facts behind the table are easy to miss: the ? in five columns of nasa_jm1 makes them text, and mushroom is the expanded file with 8,416 rows, not the usual one with 8,124.",
"page": "preprocessing.html#cell-6"
},
{
"kind": "text",
"title": "Raw data and their standard form \u203a How unequal the classes are",
"text": "Noise levels are multiples of the minority share (Section 3.1, step 4): at \u03c1 = 1 on a data set with 10 % minority, each training label flips with probability 0.10. The figure shows what the levels mean for each data set.",
"page": "preprocessing.html#cell-8"
},
{
"kind": "figure",
"title": "Raw data and their standard form \u203a minority_share",
"text": "Minority share of each data set; the flip probability at noise level \u03c1 is \u03c1 times this share.",
"page": "figures/preprocessing/minority_share.html"
},
{
"kind": "table",
"title": "Raw data and their standard form \u203a cards",
"text": "Standardised data sets: source, size, types, and SHA-256 of the content (first 12 digits). data set source rows numeric categorical means filled in minority % label of +1 licence checksum breastcancer mirror 4 CC BY 4.0 7926affaaa8f nasa_kc3 Y not stated (NASA MDP / PROMISE, public) a6b7ca02c1d1 nasa_cm1 true e3bcae438da5 nasa_kc2 yes f06485fa7df7 nasa_pc1 ae8f3d44ebe2 nasa_kc1 b14efd1fc342 spambase 1 bbff3317c463 mushroom POISONOUS 18174e589862 phishing 0 8cc79457c7eb nasa_jm1 4ab99a82ed14 eyestate 77f7b16b70df bank b36a191c07e4 adult >50K 1cad0b07832f trucks_part pos GPL-3.0-or-later e6171b207702 abalone \u2013 651a2bcbf2dd car b2463eb9e81e contraceptive 520b49c4127b occupancy dbbc680e2e07",
"page": "tables/preprocessing/cards.html"
},
{
"kind": "table",
"title": "Raw data and their standard form \u203a paper_table_1",
"text": "Rows, columns, types and minority share, published and ours. dataset fact paper ours equal breastcancer rows True columns numeric categorical minority_percent nasa_kc3 nasa_cm1 nasa_kc2 nasa_pc1 nasa_kc1 spambase mushroom phishing nasa_jm1 mean_categories eyestate bank adult trucks_part abalone car contraceptive occupancy",
"page": "tables/preprocessing/paper_table_1.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: breastcancer",
"text": "",
"page": "noise@breastcancer.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: breastcancer \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@breastcancer.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: breastcancer \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@breastcancer.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: breastcancer \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@breastcancer.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: breastcancer \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@breastcancer.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: breastcancer \u203a The same, corrected",
"text": "",
"page": "noise@breastcancer.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: breastcancer \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@breastcancer.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: breastcancer \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@breastcancer.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: breastcancer \u203a bars_published",
"text": "breastcancer, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@breastcancer/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: breastcancer \u203a bars_corrected",
"text": "breastcancer, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@breastcancer/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: breastcancer \u203a lines_published",
"text": "breastcancer, published variants: mean test AUC against the noise level.",
"page": "figures/noise@breastcancer/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: breastcancer \u203a lines_corrected",
"text": "breastcancer, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@breastcancer/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: breastcancer \u203a cells",
"text": "breastcancer, 699 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@breastcancer/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: breastcancer \u203a flips",
"text": "breastcancer: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive breastcancer",
"page": "tables/noise@breastcancer/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: breastcancer \u203a means",
"text": "breastcancer: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd breastcancer XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@breastcancer/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: eyestate",
"text": "",
"page": "noise@eyestate.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: eyestate \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@eyestate.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: eyestate \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@eyestate.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: eyestate \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@eyestate.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: eyestate \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@eyestate.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: eyestate \u203a The same, corrected",
"text": "",
"page": "noise@eyestate.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: eyestate \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@eyestate.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: eyestate \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@eyestate.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: eyestate \u203a bars_published",
"text": "eyestate, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@eyestate/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: eyestate \u203a bars_corrected",
"text": "eyestate, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@eyestate/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: eyestate \u203a lines_published",
"text": "eyestate, published variants: mean test AUC against the noise level.",
"page": "figures/noise@eyestate/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: eyestate \u203a lines_corrected",
"text": "eyestate, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@eyestate/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: eyestate \u203a cells",
"text": "eyestate, 14980 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@eyestate/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: eyestate \u203a flips",
"text": "eyestate: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive eyestate",
"page": "tables/noise@eyestate/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: eyestate \u203a means",
"text": "eyestate: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd eyestate XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@eyestate/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: mushroom",
"text": "",
"page": "noise@mushroom.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: mushroom \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@mushroom.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: mushroom \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@mushroom.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: mushroom \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@mushroom.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: mushroom \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@mushroom.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: mushroom \u203a The same, corrected",
"text": "",
"page": "noise@mushroom.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: mushroom \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@mushroom.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: mushroom \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@mushroom.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: mushroom \u203a bars_published",
"text": "mushroom, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@mushroom/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: mushroom \u203a bars_corrected",
"text": "mushroom, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@mushroom/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: mushroom \u203a lines_published",
"text": "mushroom, published variants: mean test AUC against the noise level.",
"page": "figures/noise@mushroom/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: mushroom \u203a lines_corrected",
"text": "mushroom, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@mushroom/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: mushroom \u203a cells",
"text": "mushroom, 8416 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@mushroom/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: mushroom \u203a flips",
"text": "mushroom: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive mushroom",
"page": "tables/noise@mushroom/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: mushroom \u203a means",
"text": "mushroom: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd mushroom XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@mushroom/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_cm1",
"text": "",
"page": "noise@nasa_cm1.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_cm1 \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@nasa_cm1.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_cm1 \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@nasa_cm1.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_cm1 \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@nasa_cm1.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_cm1 \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@nasa_cm1.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_cm1 \u203a The same, corrected",
"text": "",
"page": "noise@nasa_cm1.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_cm1 \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@nasa_cm1.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_cm1 \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@nasa_cm1.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_cm1 \u203a bars_published",
"text": "nasa_cm1, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_cm1/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_cm1 \u203a bars_corrected",
"text": "nasa_cm1, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_cm1/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_cm1 \u203a lines_published",
"text": "nasa_cm1, published variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_cm1/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_cm1 \u203a lines_corrected",
"text": "nasa_cm1, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_cm1/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_cm1 \u203a cells",
"text": "nasa_cm1, 498 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@nasa_cm1/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_cm1 \u203a flips",
"text": "nasa_cm1: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive nasa_cm1",
"page": "tables/noise@nasa_cm1/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_cm1 \u203a means",
"text": "nasa_cm1: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd nasa_cm1 XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@nasa_cm1/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc1",
"text": "",
"page": "noise@nasa_kc1.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc1 \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@nasa_kc1.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc1 \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@nasa_kc1.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc1 \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@nasa_kc1.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc1 \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@nasa_kc1.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc1 \u203a The same, corrected",
"text": "",
"page": "noise@nasa_kc1.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc1 \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@nasa_kc1.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc1 \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@nasa_kc1.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc1 \u203a bars_published",
"text": "nasa_kc1, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_kc1/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc1 \u203a bars_corrected",
"text": "nasa_kc1, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_kc1/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc1 \u203a lines_published",
"text": "nasa_kc1, published variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_kc1/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc1 \u203a lines_corrected",
"text": "nasa_kc1, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_kc1/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc1 \u203a cells",
"text": "nasa_kc1, 2109 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@nasa_kc1/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc1 \u203a flips",
"text": "nasa_kc1: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive nasa_kc1",
"page": "tables/noise@nasa_kc1/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc1 \u203a means",
"text": "nasa_kc1: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd nasa_kc1 XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@nasa_kc1/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc2",
"text": "",
"page": "noise@nasa_kc2.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc2 \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@nasa_kc2.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc2 \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@nasa_kc2.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc2 \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@nasa_kc2.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc2 \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@nasa_kc2.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc2 \u203a The same, corrected",
"text": "",
"page": "noise@nasa_kc2.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc2 \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@nasa_kc2.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc2 \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@nasa_kc2.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc2 \u203a bars_published",
"text": "nasa_kc2, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_kc2/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc2 \u203a bars_corrected",
"text": "nasa_kc2, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_kc2/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc2 \u203a lines_published",
"text": "nasa_kc2, published variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_kc2/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc2 \u203a lines_corrected",
"text": "nasa_kc2, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_kc2/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc2 \u203a cells",
"text": "nasa_kc2, 522 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@nasa_kc2/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc2 \u203a flips",
"text": "nasa_kc2: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive nasa_kc2",
"page": "tables/noise@nasa_kc2/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc2 \u203a means",
"text": "nasa_kc2: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd nasa_kc2 XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@nasa_kc2/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc3",
"text": "",
"page": "noise@nasa_kc3.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc3 \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@nasa_kc3.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc3 \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@nasa_kc3.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc3 \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@nasa_kc3.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc3 \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@nasa_kc3.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc3 \u203a The same, corrected",
"text": "",
"page": "noise@nasa_kc3.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc3 \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@nasa_kc3.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_kc3 \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@nasa_kc3.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc3 \u203a bars_published",
"text": "nasa_kc3, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_kc3/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc3 \u203a bars_corrected",
"text": "nasa_kc3, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_kc3/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc3 \u203a lines_published",
"text": "nasa_kc3, published variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_kc3/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_kc3 \u203a lines_corrected",
"text": "nasa_kc3, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_kc3/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc3 \u203a cells",
"text": "nasa_kc3, 194 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@nasa_kc3/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc3 \u203a flips",
"text": "nasa_kc3: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive nasa_kc3",
"page": "tables/noise@nasa_kc3/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_kc3 \u203a means",
"text": "nasa_kc3: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd nasa_kc3 XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@nasa_kc3/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_pc1",
"text": "",
"page": "noise@nasa_pc1.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_pc1 \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@nasa_pc1.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_pc1 \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@nasa_pc1.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_pc1 \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@nasa_pc1.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_pc1 \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@nasa_pc1.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_pc1 \u203a The same, corrected",
"text": "",
"page": "noise@nasa_pc1.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_pc1 \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@nasa_pc1.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: nasa_pc1 \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@nasa_pc1.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_pc1 \u203a bars_published",
"text": "nasa_pc1, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_pc1/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_pc1 \u203a bars_corrected",
"text": "nasa_pc1, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@nasa_pc1/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_pc1 \u203a lines_published",
"text": "nasa_pc1, published variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_pc1/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: nasa_pc1 \u203a lines_corrected",
"text": "nasa_pc1, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@nasa_pc1/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_pc1 \u203a cells",
"text": "nasa_pc1, 1109 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@nasa_pc1/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_pc1 \u203a flips",
"text": "nasa_pc1: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive nasa_pc1",
"page": "tables/noise@nasa_pc1/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: nasa_pc1 \u203a means",
"text": "nasa_pc1: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd nasa_pc1 XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@nasa_pc1/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: phishing",
"text": "",
"page": "noise@phishing.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: phishing \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@phishing.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: phishing \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@phishing.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: phishing \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@phishing.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: phishing \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@phishing.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: phishing \u203a The same, corrected",
"text": "",
"page": "noise@phishing.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: phishing \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@phishing.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: phishing \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@phishing.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: phishing \u203a bars_published",
"text": "phishing, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@phishing/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: phishing \u203a bars_corrected",
"text": "phishing, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@phishing/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: phishing \u203a lines_published",
"text": "phishing, published variants: mean test AUC against the noise level.",
"page": "figures/noise@phishing/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: phishing \u203a lines_corrected",
"text": "phishing, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@phishing/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: phishing \u203a cells",
"text": "phishing, 11055 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@phishing/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: phishing \u203a flips",
"text": "phishing: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive phishing",
"page": "tables/noise@phishing/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: phishing \u203a means",
"text": "phishing: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd phishing XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@phishing/means.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: spambase",
"text": "",
"page": "noise@spambase.html"
},
{
"kind": "text",
"title": "Label-noise benchmark: spambase \u203a 2 \u00b7 Label-noise benchmark on one data set",
"text": "What the paper did. Ten algorithms learn from training labels of which a share was flipped at random, and are tested on clean labels: 5 \u00d7 5 stratified folds, twelve noise levels \u03c1, three metrics (Sections 3 and 4). The probability of a flip is \u03c1 times the minority share, so that at \u03c1 = 1 as many labels are wrong as there are members of the rarer class. What we do. The same cells, each with a seed that derives from its own key, so that results are equal to the last bit in any order and on any number of cores. Flips are nested: more noise only adds to them. Where the authors' program differs from what the text describes, an algorithm runs twice: - published emulates what the program computed. Its four XGBoost fitters shared one parameter dictionary between threads, so that the symmetric losses were mostly predicted through the hinge's transform and gave hard 0/1 scores ( published-hinge-state ); logistic regression ran unscaled and stopped early; exact trees, base score 0.5. - corrected is what the text says: own parameters per fit, labels -1/+1, margins as scores, standardised inputs for the linear models, one coding of categories. - common marks the algorithms for which the two are one. What to look at. Which algorithms hold their height while the bars get lighter; and what changes between the two panels for the four XGBoost losses.",
"page": "noise@spambase.html#cell-0"
},
{
"kind": "text",
"title": "Label-noise benchmark: spambase \u203a The cells",
"text": "Planned cells that the store has are read, missing ones computed. A fit that fails is a row with its error, counted here and never averaged. max_rows in params.yaml may cap a large data set in the quick profile; the number of rows used is in the table's caption, and the authors' means below are always of the whole data set.",
"page": "noise@spambase.html#cell-4"
},
{
"kind": "text",
"title": "Label-noise benchmark: spambase \u203a The noise that was put in",
"text": "Requested is the probability per label, expected the number of flips that it implies, realised the number drawn, per class and on average over the folds.",
"page": "noise@spambase.html#cell-6"
},
{
"kind": "text",
"title": "Label-noise benchmark: spambase \u203a Figures 1\u20133: bars, as published",
"text": "One group per algorithm, one bar per noise level from dark (none) to light (1.25). As in the paper the axis shows the upper half of each metric's range. Black dashes are the means of the authors' own rows, where they have this data set.",
"page": "noise@spambase.html#cell-8"
},
{
"kind": "text",
"title": "Label-noise benchmark: spambase \u203a The same, corrected",
"text": "",
"page": "noise@spambase.html#cell-10"
},
{
"kind": "text",
"title": "Label-noise benchmark: spambase \u203a Figures 5 and 6: AUC against noise",
"text": "Four colours for four paradigms, as in the paper: Khiops orange, random forests blue, linear models green, XGBoost red. The level 1.25 is left out, as there.",
"page": "noise@spambase.html#cell-12"
},
{
"kind": "text",
"title": "Label-noise benchmark: spambase \u203a Numbers",
"text": "Means and standard deviations over folds, all variants.",
"page": "noise@spambase.html#cell-15"
},
{
"kind": "figure",
"title": "Label-noise benchmark: spambase \u203a bars_published",
"text": "spambase, published variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@spambase/bars_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: spambase \u203a bars_corrected",
"text": "spambase, corrected variants: mean test AUC, balanced accuracy and Cohen's kappa per algorithm and noise level.",
"page": "figures/noise@spambase/bars_corrected.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: spambase \u203a lines_published",
"text": "spambase, published variants: mean test AUC against the noise level.",
"page": "figures/noise@spambase/lines_published.html"
},
{
"kind": "figure",
"title": "Label-noise benchmark: spambase \u203a lines_corrected",
"text": "spambase, corrected variants: mean test AUC against the noise level.",
"page": "figures/noise@spambase/lines_corrected.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: spambase \u203a cells",
"text": "spambase, 4601 rows: cells per algorithm and variant, failed fits, undefined metrics, and seconds per fit (median). algorithm variant cells failed flagged undefined fit_seconds predict_seconds first_error linearSVC published corrected logisticRegression skRF common wekaRF khiops khiopsRF XGB_SQUERR corrected-sampled XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP XGB_LOGISTIC",
"page": "tables/noise@spambase/cells.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: spambase \u203a flips",
"text": "spambase: training labels flipped per class, mean over folds. dataset rho flips_requested_negative flips_requested_positive flips_expected_negative flips_expected_positive flips_realised_negative flips_realised_positive spambase",
"page": "tables/noise@spambase/flips.html"
},
{
"kind": "table",
"title": "Label-noise benchmark: spambase \u203a means",
"text": "spambase: mean and standard deviation over folds per algorithm, variant, noise level and metric. dataset algorithm family variant rho metric n_cells n mean sd spambase XGB_HINGE xgboost corrected test_roc_auc corrected-sampled published XGB_LOGISTIC XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC linear logisticRegression skRF forest wekaRF test_balanced_accuracy test_kappa",
"page": "tables/noise@spambase/means.html"
},
{
"kind": "text",
"title": "Retained performance",
"text": "",
"page": "retained.html"
},
{
"kind": "text",
"title": "Retained performance \u203a 3 \u00b7 Retained performance: published, reproduced, corrected",
"text": "What the paper did. For each fold it divides the metric under noise by the metric of the same fold without noise (Section 4.2; Cohen's kappa is shifted by one first): the retained performance , 1 when nothing is lost. From its Figure 4 it concludes that the symmetric losses, UNHINGED and RAMP, are the most robust ones, and that they are outperformed all the same (Section 4.3). What we do. We audit the authors' own result rows, reproduce them where they can be reproduced, and run what the text describes where their program did something else. Every number below belongs to one of four panels: - authors : their rows, as published; - published : the same computation, done again here, faults included; UNHINGED and RAMP in the hinge state, which about seven in ten of the authors' rows are in and which makes the two one model (both states are compared in Section 2); - corrected : own parameters for every fit, labels -1/+1, margins as scores, standardised linear models, and logistic loss as a further baseline, which the paper does not have; - corrected-sampled : the boosters once more with half of the rows per round and half of the columns per node. Shown where the profile runs it. What to look at. A ratio rewards an algorithm that was never good: hard 0/1 scores and weak models lose little. So read every retained performance beside the absolute one, and the published symmetric losses beside the audit that comes first.",
"page": "retained.html#cell-0"
},
{
"kind": "text",
"title": "Retained performance \u203a 1. The published record, audited",
"text": "The authors' program ran eight threads that shared one dictionary of XGBoost parameters, and each of its four fitters wrote its own objective into it. Whoever wrote last decided how the others predicted. So UNHINGED and RAMP were mostly predicted through the transform of the hinge objective, which gives labels instead of scores. The evidence is in the rows themselves: the ROC AUC of a 0/1 score is its balanced accuracy, to the last digit. HINGE gives hard scores by design in XGBoost, so there nothing went wrong; for the two symmetric losses it did. Models with an AUC of exactly 0.5 or 1 are not counted, as they tell nothing. A weak algorithm such as Khiops on a small data set may give two distinct scores in earnest, which is the small rest in the table. The second finding is what is not there. Exceptions were printed and swallowed: cells without a row, rows without metrics, and cells that appear twice. Why it matters for Figure 4. The state changed from fit to fit, also between a fold without noise and the same fold with noise. Then the ratio divides one quantity by another: from soft to hard an AUC falls without any noise, from hard to soft it rises. And where both are hard, a score that starts low has little to lose. clean and noisy are the two means, kept the mean of their ratio.",
"page": "retained.html#cell-4"
},
{
"kind": "text",
"title": "Retained performance \u203a 2. Is the record reproduced?",
"text": "Only without noise can a cell be equal, because the authors did not seed their flips. Splits come from seed 56 (their code says 16; their rows say 56). A data set that this profile caps has other folds than theirs and is left out here. Which cells stand behind this page. The paper profile takes days, and what is not there yet is named here; tests over data sets take complete blocks alone, and say how many they have. UNHINGED and RAMP are emulated in both states, and each published fold is compared with the state that it was in; folds of a state that this profile does not run are not counted. Equal means a difference below 1e-6. What is known of the rest: - skRF was not seeded, so nothing but chance can make a fold equal. - logisticRegression and linearSVC ran unscaled; the optimiser stops at a point that depends on the library's version. The order of scores near each other differs first, so an AUC may differ where every class is the same. - khiops and khiopsRF are a newer version than the authors'. - wekaRF draws from a generator that Weka seeds with the text of a training row, so a digit in the raw file matters. Where wekaRF and the boosters differ all the same, it is by a few rows that change places: classes and trees are equal. Two habits of the libraries of 2021 account for it. pandas before 1.2 read some decimal numbers one bit off, and a test row that lies on a split point then goes to the other side; XGBoost added the base score after the trees, today's starts from it.",
"page": "retained.html#cell-10"
},
{
"kind": "text",
"title": "Retained performance \u203a 3. Figure 4: what is retained",
"text": "One panel per algorithm, one thin line per data set, the mean over data sets thick; first the authors' rows, then ours with the authors' mean dashed. At \u03c1 = 1.25 more labels are wrong than the rarer class has members. What stands behind our numbers: a reference that is zero, missing or failed gives no ratio, and is counted.",
"page": "retained.html#cell-20"
},
{
"kind": "text",
"title": "Retained performance \u203a As published",
"text": "",
"page": "retained.html#cell-22"
},
{
"kind": "text",
"title": "Retained performance \u203a AUC",
"text": "",
"page": "retained.html#cell-24"
},
{
"kind": "text",
"title": "Retained performance \u203a Balanced accuracy",
"text": "",
"page": "retained.html#cell-26"
},
{
"kind": "text",
"title": "Retained performance \u203a Cohen's kappa",
"text": "",
"page": "retained.html#cell-28"
},
{
"kind": "text",
"title": "Retained performance \u203a 4. Why: the gradients",
"text": "A boosting round fits a tree to the gradients of the loss, so the gradients say what a loss can learn and what wrong labels do to it. Let z = y\u00b7f(x) be the margin, positive where the score agrees with the label. Symmetric losses. A loss is symmetric where l(z) + l(-z) is a constant c. If a share e of the labels is wrong, the expected loss is (1 - e)\u00b7l(z) + e\u00b7l(-z) = (1 - 2e)\u00b7l(z) + e\u00b7c: the same loss, scaled and moved. Whatever minimises it without noise minimises it with noise, as long as e < 1/2. For the other losses the minimum moves towards 0: see squared error, logistic and hinge in the last view. (Uniform noise, unlimited data, and a minimum that the learner finds; boosting a finite sample promises none of the three.) Why UNHINGED repeats one tree. Its gradient is -y for every row, whatever the score. After the first round nothing has changed: the second tree sees the same gradients and is the same tree, to the last digit, and so are all others. A hundred rounds are one tree with a hundredfold step. The squared error's gradient is z - 1 times y: rows that are fitted well lose their weight, and the next tree works on the others. RAMP lies in between: a constant gradient while z \u2264 1, none beyond. Its trees repeat until the first rows leave that band; a row beyond it has no say any more, on whichever side it is. Sampling rows and columns breaks the tie: each round then sees the same gradients on other rows, so that the sum is a bagged ensemble. That is more than a detail o",
"page": "retained.html#cell-30"
},
{
"kind": "text",
"title": "Retained performance \u203a 5. Are the differences more than chance?",
"text": "The paper compares by eye. Here a block is a data set , with its mean over the folds that no algorithm of the panel lost: folds of one data set share most of their rows and are no independent evidence. Only complete blocks count, N is given everywhere, and what is incomplete is listed and never imputed. Mind N. With the 4 data sets of the quick profile Wilcoxon's smallest possible p is 0.125 before any correction, the critical difference spans most of the ranks, and a bootstrap interval covers less than it promises. The quick profile shows how the analysis works; the paper profile will have the data sets for it: after Holm's correction for the 55 pairs of eleven algorithms, the smallest possible p is 0.11 with 10 data sets and 0.027 with 12.",
"page": "retained.html#cell-36"
},
{
"kind": "text",
"title": "Retained performance \u203a Ranks",
"text": "Average ranks over data sets, best at the left. Bars join algorithms that Nemenyi's test cannot tell apart at 5 %. The table has the same ranks with bootstrap intervals over data sets, for all panels.",
"page": "retained.html#cell-38"
},
{
"kind": "text",
"title": "Retained performance \u203a Mean retained performance, with intervals",
"text": "Dots are means over data sets, lines 95 % bootstrap intervals over data sets. The corrected panels answer the paper's question; how far the published ones lie from them is what the faults of the program did.",
"page": "retained.html#cell-40"
},
{
"kind": "text",
"title": "Retained performance \u203a Pairs",
"text": "The symmetric losses against the others, corrected panel: mean difference over data sets with its interval, and on how many data sets the first wins, ties (within 0.001) or loses. p_holm is Wilcoxon's, corrected by Holm for all pairs.",
"page": "retained.html#cell-42"
},
{
"kind": "text",
"title": "Retained performance \u203a 6. The paper's statements, as tests",
"text": "Each statement of Sections 4 and 5 has a number that its words are taken to mean, a criterion, and blocks. The verdict looks at the 95 % interval alone (bootstrap over data sets; over the folds of one data set, which share rows, the corrected resampled t of Nadeau and Bengio, which is two to three times as wide): wholly on the claimed side of the criterion is supported , wholly on the other side contradicted , across it undecided . Fewer than five blocks are not testable : in the quick profile that is every claim over data sets, and what is left are claims about single data sets, over folds. The authors' rows cover all 14 data sets, ours those of Section 2; a verdict over data sets may differ for that reason alone. So, where their rows are here, they are judged a second time on our data sets alone, and agreement is counted against that. Means are over the folds that no algorithm lost.",
"page": "retained.html#cell-44"
},
{
"kind": "text",
"title": "Retained performance \u203a 7. All numbers: published beside reproduced beside corrected",
"text": "Means over the N data sets that all panels of an algorithm have: without noise, at \u03c1 = 1, and the mean share kept there. Where this profile caps a data set (Section 2), the authors' means are of the whole one. The same for balanced accuracy, at threshold 0: And for Cohen's kappa:",
"page": "retained.html#cell-46"
},
{
"kind": "text",
"title": "Retained performance \u203a 8. What it costs",
"text": "Mean seconds per fit beside the published times. Ours are one thread's wall time, theirs wall times with eight threads beside each other. The published UNHINGED and RAMP in the hinge state are cheap here because all their 100 trees are equal: one round with a hundredfold step is the same model.",
"page": "retained.html#cell-52"
},
{
"kind": "figure",
"title": "Retained performance \u203a audit",
"text": "Left: planned cells without a usable value, of 300 each. Right: share of hard scores. Source: the authors' rows, noise_published_results.csv.gz beside the mirror of the raw data.",
"page": "figures/retained/audit.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a exact",
"text": "Percent of folds without noise that equal the published ones to 1e-6.",
"page": "figures/retained/exact.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a noisy_z",
"text": "z of each cell mean (one dot per data set and level above 0); dashed: \u00b12.5; arrow heads: beyond \u00b18.",
"page": "figures/retained/noisy_z.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_auc_authors",
"text": "Retained test AUC, the authors' rows of the data sets of this profile.",
"page": "figures/retained/retained_auc_authors.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_auc_published",
"text": "Retained test ROC AUC, published variants; dashed: the authors' rows.",
"page": "figures/retained/retained_auc_published.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_auc_corrected",
"text": "Retained test ROC AUC, corrected variants; dashed: the authors' rows.",
"page": "figures/retained/retained_auc_corrected.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_auc_corrected-sampled",
"text": "Retained test ROC AUC, corrected-sampled variants; dashed: the authors' rows.",
"page": "figures/retained/retained_auc_corrected-sampled.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_bacc_published",
"text": "Retained test balanced accuracy, published variants; dashed: the authors' rows.",
"page": "figures/retained/retained_bacc_published.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_bacc_corrected",
"text": "Retained test balanced accuracy, corrected variants; dashed: the authors' rows.",
"page": "figures/retained/retained_bacc_corrected.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_bacc_corrected-sampled",
"text": "Retained test balanced accuracy, corrected-sampled variants; dashed: the authors' rows.",
"page": "figures/retained/retained_bacc_corrected-sampled.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_kappa_published",
"text": "Retained test Cohen's kappa (shifted by one), published variants; dashed: the authors' rows.",
"page": "figures/retained/retained_kappa_published.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_kappa_corrected",
"text": "Retained test Cohen's kappa (shifted by one), corrected variants; dashed: the authors' rows.",
"page": "figures/retained/retained_kappa_corrected.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a retained_kappa_corrected-sampled",
"text": "Retained test Cohen's kappa (shifted by one), corrected-sampled variants; dashed: the authors' rows.",
"page": "figures/retained/retained_kappa_corrected-sampled.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a losses",
"text": "Losses of the margin, their gradients, the sum that symmetry is about, and the expected loss when 30 % of labels are wrong.",
"page": "figures/retained/losses.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a thresholds",
"text": "nasa_pc1 (6.9% minority), no noise: mean test balanced accuracy over 5 folds against the share called +1 (left), and for the two rules (right).",
"page": "figures/retained/thresholds.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a ranks_published_0",
"text": "Critical-difference diagram of test AUC at \u03c1 = 0, published variants.",
"page": "figures/retained/ranks_published_0.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a ranks_corrected_0",
"text": "Critical-difference diagram of test AUC at \u03c1 = 0, corrected variants.",
"page": "figures/retained/ranks_corrected_0.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a ranks_published_0.5",
"text": "Critical-difference diagram of test AUC at \u03c1 = 0.5, published variants.",
"page": "figures/retained/ranks_published_0.5.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a ranks_corrected_0.5",
"text": "Critical-difference diagram of test AUC at \u03c1 = 0.5, corrected variants.",
"page": "figures/retained/ranks_corrected_0.5.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a ranks_published_1",
"text": "Critical-difference diagram of test AUC at \u03c1 = 1, published variants.",
"page": "figures/retained/ranks_published_1.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a ranks_corrected_1",
"text": "Critical-difference diagram of test AUC at \u03c1 = 1, corrected variants.",
"page": "figures/retained/ranks_corrected_1.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a intervals",
"text": "Mean share of the test AUC kept at \u03c1 = 0.5 and 1, with 95 % bootstrap intervals over N data sets.",
"page": "figures/retained/intervals.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a claims",
"text": "Claims of the paper on test AUC: estimate, 95 % interval and number of blocks. Authors: the authors' rows, noise_published_results.csv.gz beside the mirror of the raw data.",
"page": "figures/retained/claims.html"
},
{
"kind": "figure",
"title": "Retained performance \u203a cost",
"text": "Seconds per fit by algorithm and data set, ours and the authors'.",
"page": "figures/retained/cost.html"
},
{
"kind": "table",
"title": "Retained performance \u203a hard_scores",
"text": "Published rows whose ROC AUC equals the balanced accuracy, all data sets. Source: the authors' rows, noise_published_results.csv.gz beside the mirror of the raw data. algorithm n of percent XGB_HINGE XGB_UNHINGED XGB_RAMP khiopsRF khiops linearSVC logisticRegression XGB_SQUERR wekaRF skRF",
"page": "tables/retained/hard_scores.html"
},
{
"kind": "table",
"title": "Retained performance \u203a audit",
"text": "Findings over all published rows: n counts rows or cells, groups counts pairs of data set and algorithm. Source: the authors' rows, noise_published_results.csv.gz beside the mirror of the raw data. finding n groups most hard scores breastcancer XGB_HINGE same as another nasa_cm1 khiopsRF duplicate key nasa_kc1 wekaRF missing cell trucks wekaRF undefined metrics nasa_jm1 khiopsRF",
"page": "tables/retained/audit.html"
},
{
"kind": "table",
"title": "Retained performance \u203a audit_findings",
"text": "Every finding by data set and algorithm. dataset algorithm finding n of detail adult khiops missing cell folds 19 khiopsRF linearSVC logisticRegression skRF XGB_SQUERR XGB_HINGE XGB_UNHINGED XGB_RAMP bank phishing spambase trucks wekaRF folds 0, 1, 2, 3, 4 duplicate key 24 with two values, 12 with one 36 with two values, 12 with one breastcancer 48 with two values, 24 with one eyestate mushroom nasa_cm1 nasa_jm1 nasa_kc1 nasa_kc2 nasa_kc3 nasa_pc1 undefined metrics another row stands for the cell category in the test part that training has not seen (folds 1, 9, 14, 18, 23) cause not known (folds 20) test part without '?': column types differ (folds 6, 8, 12, 18, 24) cause not known (folds 6, 11) hard scores ROC AUC = balanced accuracy same as another test metrics equal to XGB_UNHINGED's test metrics equal to khiops's",
"page": "tables/retained/audit_findings.html"
},
{
"kind": "table",
"title": "Retained performance \u203a mixed_scores",
"text": "Published AUC of the symmetric losses by the kind of score without and with noise (levels above 0, up to 1). Source: the authors' rows, noise_published_results.csv.gz beside the mirror of the raw data. algorithm without_noise with_noise n clean noisy kept XGB_RAMP hard soft XGB_UNHINGED",
"page": "tables/retained/mixed_scores.html"
},
{
"kind": "table",
"title": "Retained performance \u203a coverage",
"text": "Cells per data set: planned, computed, failed, not computed yet, and the algorithms that lack some. dataset planned ok failed missing lacking breastcancer \u2013 nasa_kc3 nasa_cm1 nasa_kc2 nasa_pc1 nasa_kc1 spambase mushroom phishing nasa_jm1 all eyestate bank adult trucks_part",
"page": "tables/retained/coverage.html"
},
{
"kind": "table",
"title": "Retained performance \u203a compared",
"text": "Data sets of this profile, and whether their folds are the published ones. dataset rows compared why breastcancer True \u2013 nasa_kc3 nasa_cm1 nasa_kc2 nasa_pc1 nasa_kc1 spambase mushroom phishing nasa_jm1 eyestate bank adult trucks_part False the authors have no rows of it",
"page": "tables/retained/compared.html"
},
{
"kind": "table",
"title": "Retained performance \u203a exact_totals",
"text": "Folds without noise that equal the published ones, over all compared data sets, and the largest difference of any metric. algorithm variant ROC AUC Balanced accuracy Cohen's kappa largest difference khiops common 31 of 248 82 of 248 khiopsRF 50 of 248 92 of 248 linearSVC published 78 of 248 181 of 248 logisticRegression 77 of 248 132 of 248 skRF 28 of 248 70 of 248 wekaRF 234 of 250 250 of 250 XGB_SQUERR 247 of 248 248 of 248 XGB_HINGE XGB_UNHINGED published-hinge-state 194 of 194 published-squerr-state 53 of 53 XGB_RAMP 213 of 213 29 of 35 35 of 35",
"page": "tables/retained/exact_totals.html"
},
{
"kind": "table",
"title": "Retained performance \u203a exact",
"text": "The same by data set, variant and metric. dataset algorithm variant metric n n_equal share worst breastcancer XGB_HINGE published test_balanced_accuracy test_kappa test_roc_auc XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC logisticRegression skRF wekaRF eyestate mushroom nasa_cm1 nasa_kc1 nasa_kc2 nasa_kc3 nasa_pc1 phishing spambase",
"page": "tables/retained/exact.html"
},
{
"kind": "table",
"title": "Retained performance \u203a explained",
"text": "Folds without noise whose AUC differs, how many are equal with the habit, and the largest difference before and after. No rows: nothing to explain. dataset algorithm variant cause n differ explained before after eyestate XGB_RAMP published-squerr-state the base score is added after the trees spambase XGB_SQUERR published wekaRF numbers are read as pandas before 1.2 did",
"page": "tables/retained/explained.html"
},
{
"kind": "table",
"title": "Retained performance \u203a failures",
"text": "Folds without noise that a reproducing variant fails on, beside those that the authors have no value for. No rows: nothing failed. dataset algorithm variant failed_here absent_there same_folds error",
"page": "tables/retained/failures.html"
},
{
"kind": "table",
"title": "Retained performance \u203a noisy",
"text": "Share of cell means with |z| > 2.5 and mean difference (ours less theirs), levels above 0. Source: the authors' rows, noise_published_results.csv.gz beside the mirror of the raw data. algorithm variant cell means by chance beyond: ROC AUC beyond: Balanced accuracy beyond: Cohen's kappa bias: ROC AUC bias: Balanced accuracy bias: Cohen's kappa khiops common khiopsRF linearSVC published logisticRegression skRF wekaRF XGB_SQUERR XGB_HINGE XGB_UNHINGED published-hinge-state published-squerr-state XGB_RAMP",
"page": "tables/retained/noisy.html"
},
{
"kind": "table",
"title": "Retained performance \u203a counts",
"text": "Cells, and those without a retained performance, by reason. dataset variant cells no_retained_performance breastcancer published corrected common corrected-sampled published-hinge-state published-squerr-state nasa_kc3 nasa_cm1 nasa_kc2 nasa_pc1 nasa_kc1 spambase mushroom phishing eyestate",
"page": "tables/retained/counts.html"
},
{
"kind": "table",
"title": "Retained performance \u203a symmetry",
"text": "Least and largest value of l(z) + l(-z) for margins from -3 to 3: equal for symmetric losses. loss least largest symmetric squared_error False logistic hinge unhinged True ramp sigmoid",
"page": "tables/retained/symmetry.html"
},
{
"kind": "table",
"title": "Retained performance \u203a repeated_trees",
"text": "nasa_pc1, fold 0, no noise: distinct trees of each booster, and distinct scores of its test rows. algorithm variant rounds distinct_trees distinct_scores n_test test_roc_auc XGB_SQUERR corrected XGB_LOGISTIC XGB_UNHINGED corrected-sampled XGB_RAMP",
"page": "tables/retained/repeated_trees.html"
},
{
"kind": "table",
"title": "Retained performance \u203a thresholds",
"text": "nasa_pc1: share of test rows called +1 and balanced accuracy of both rules, mean over 5 folds. algorithm variant rule share balanced_accuracy XGB_SQUERR corrected threshold 0 training share XGB_LOGISTIC XGB_UNHINGED corrected-sampled XGB_RAMP",
"page": "tables/retained/thresholds.html"
},
{
"kind": "table",
"title": "Retained performance \u203a blocks",
"text": "Complete blocks N and Friedman's test (chi-squared, p) for each panel, metric and level. panel metric rho N chi2 p left_out published ROC AUC Balanced accuracy Cohen's kappa corrected corrected-sampled",
"page": "tables/retained/blocks.html"
},
{
"kind": "table",
"title": "Retained performance \u203a ranks",
"text": "Average rank of the test AUC (1 is best), with its 95 % bootstrap interval over N data sets. panel rho algorithm rank low high N published wekaRF skRF khiopsRF XGB_SQUERR khiops linearSVC logisticRegression XGB_HINGE XGB_RAMP XGB_UNHINGED corrected XGB_LOGISTIC corrected-sampled",
"page": "tables/retained/ranks.html"
},
{
"kind": "table",
"title": "Retained performance \u203a intervals",
"text": "The same in numbers. panel rho algorithm mean low high n authors XGB_RAMP XGB_UNHINGED linearSVC logisticRegression khiops skRF wekaRF khiopsRF XGB_HINGE XGB_SQUERR published corrected XGB_LOGISTIC corrected-sampled",
"page": "tables/retained/intervals.html"
},
{
"kind": "table",
"title": "Retained performance \u203a pairs_0",
"text": "Paired differences of test AUC at \u03c1 = 0, corrected. first second difference low high wins ties losses n p_holm XGB_UNHINGED XGB_SQUERR XGB_HINGE skRF linearSVC logisticRegression khiops XGB_RAMP",
"page": "tables/retained/pairs_0.html"
},
{
"kind": "table",
"title": "Retained performance \u203a pairs_1",
"text": "Paired differences of test AUC at \u03c1 = 1, corrected. first second difference low high wins ties losses n p_holm XGB_UNHINGED XGB_SQUERR XGB_HINGE skRF linearSVC logisticRegression khiops XGB_RAMP",
"page": "tables/retained/pairs_1.html"
},
{
"kind": "table",
"title": "Retained performance \u203a sampling",
"text": "Test AUC of each booster with sampling less that without, and its interval over n data sets (no rows where the profile runs no sampled variants). algorithm rho difference low high n XGB_HINGE XGB_LOGISTIC XGB_RAMP XGB_SQUERR XGB_UNHINGED",
"page": "tables/retained/sampling.html"
},
{
"kind": "table",
"title": "Retained performance \u203a verdict_counts",
"text": "Verdicts per panel, and how many of those that the authors' rows of the same data sets can test, too, agree. source supported contradicted undecided not testable both_testable as_the_authors authors authors, our data sets published corrected corrected-sampled",
"page": "tables/retained/verdict_counts.html"
},
{
"kind": "table",
"title": "Retained performance \u203a claim_readings",
"text": "What each statement is taken to mean. claim statement section measured criterion blocks decrease_breastcancer breastcancer: performance decreases with noise for all models 4.1 decrease from \u03c1 0 to 1 of the algorithm that decreases least > 0 folds decrease_spambase spambase: performance decreases with noise for all models trucks_stable trucks: results are stable for all algorithms largest mean change against \u03c1 0 over algorithms and levels up to 1 < 0.02 collapse Performance collapses at \u03c1 = 1.25 4.1, 4.2 share kept at \u03c1 1 less that at 1.25, mean over algorithms > 0.05 data sets collapse_breastcancer breastcancer: performance collapses at \u03c1 = 1.25 score at \u03c1 1 less that at 1.25, mean over algorithms collapse_spambase spambase: performance collapses at \u03c1 = 1.25 collapse_eyestate eyestate: performance collapses at \u03c1 = 1.25 collapse_mushroom mushroom: performance collapses at \u03c1 = 1.25 collapse_phishing phishing: performance collapses at \u03c1 = 1.25 small_decrease_khiops khiops loses little even at \u03c1 = 1 4.1, 4.3 share lost at \u03c1 1 < 0.05 small_decrease_khiopsRF khiopsRF loses little even at \u03c1 = 1 small_decrease_linearSVC linearSVC loses little even at \u03c1 = 1 small_decrease_logisticRegression logisticRegression loses little even at \u03c1 = 1 XGB_UNHINGED_more_robust_than_XGB_SQUERR XGB_UNHINGED is more robust than XGB_SQUERR difference of the shares kept, mean over levels 0 < \u03c1 \u2264 1 XGB_UNHINGED_more_robust_than_XGB_HINGE XGB_UNHINGED is more robust than XGB_HINGE XGB_RAMP_more_robust_than_X",
"page": "tables/retained/claim_readings.html"
},
{
"kind": "table",
"title": "Retained performance \u203a claims",
"text": "Every verdict, with the estimate, its interval and the reason. claim statement section source metric measured criterion estimate low high n blocks verdict why decrease_breastcancer breastcancer: performance decreases with noise for all models 4.1 authors test_roc_auc decrease from \u03c1 0 to 1 of the algorithm that decreases least > 0 folds supported the interval lies on the claimed side of the criterion decrease_spambase spambase: performance decreases with noise for all models trucks_stable trucks: results are stable for all algorithms largest mean change against \u03c1 0 over algorithms and levels up to 1 < 0.02 undecided the interval includes the criterion collapse Performance collapses at \u03c1 = 1.25 4.1, 4.2 share kept at \u03c1 1 less that at 1.25, mean over algorithms > 0.05 data sets collapse_breastcancer breastcancer: performance collapses at \u03c1 = 1.25 score at \u03c1 1 less that at 1.25, mean over algorithms collapse_spambase spambase: performance collapses at \u03c1 = 1.25 collapse_eyestate eyestate: performance collapses at \u03c1 = 1.25 collapse_mushroom mushroom: performance collapses at \u03c1 = 1.25 collapse_phishing phishing: performance collapses at \u03c1 = 1.25 small_decrease_khiops khiops loses little even at \u03c1 = 1 4.1, 4.3 share lost at \u03c1 1 < 0.05 small_decrease_khiopsRF khiopsRF loses little even at \u03c1 = 1 small_decrease_linearSVC linearSVC loses little even at \u03c1 = 1 small_decrease_logisticRegression logisticRegression loses little even at \u03c1 = 1 XGB_UNHINGED_more_robust_than_XGB_SQUERR XGB_UNHIN",
"page": "tables/retained/claims.html"
},
{
"kind": "table",
"title": "Retained performance \u203a headline_auc",
"text": "Mean test ROC AUC, means over N data sets: without noise, at \u03c1 = 1, and the share kept at \u03c1 = 1. algorithm N \u03c1 0, authors \u03c1 0, published \u03c1 0, corrected \u03c1 0, corrected-sampled \u03c1 1, authors \u03c1 1, published \u03c1 1, corrected \u03c1 1, corrected-sampled kept, authors kept, published kept, corrected kept, corrected-sampled khiops khiopsRF linearSVC logisticRegression skRF wekaRF XGB_SQUERR XGB_HINGE XGB_UNHINGED XGB_RAMP XGB_LOGISTIC",
"page": "tables/retained/headline_auc.html"
},
{
"kind": "table",
"title": "Retained performance \u203a headline_bacc",
"text": "Mean test balanced accuracy, means over N data sets: without noise, at \u03c1 = 1, and the share kept at \u03c1 = 1. algorithm N \u03c1 0, authors \u03c1 0, published \u03c1 0, corrected \u03c1 0, corrected-sampled \u03c1 1, authors \u03c1 1, published \u03c1 1, corrected \u03c1 1, corrected-sampled kept, authors kept, published kept, corrected kept, corrected-sampled khiops khiopsRF linearSVC logisticRegression skRF wekaRF XGB_SQUERR XGB_HINGE XGB_UNHINGED XGB_RAMP XGB_LOGISTIC",
"page": "tables/retained/headline_bacc.html"
},
{
"kind": "table",
"title": "Retained performance \u203a headline_kappa",
"text": "Mean test Cohen's kappa (kept: shifted by one), means over N data sets: without noise, at \u03c1 = 1, and the share kept at \u03c1 = 1. algorithm N \u03c1 0, authors \u03c1 0, published \u03c1 0, corrected \u03c1 0, corrected-sampled \u03c1 1, authors \u03c1 1, published \u03c1 1, corrected \u03c1 1, corrected-sampled kept, authors kept, published kept, corrected kept, corrected-sampled khiops khiopsRF linearSVC logisticRegression skRF wekaRF XGB_SQUERR XGB_HINGE XGB_UNHINGED XGB_RAMP XGB_LOGISTIC",
"page": "tables/retained/headline_kappa.html"
},
{
"kind": "table",
"title": "Retained performance \u203a cost",
"text": "Minutes of fitting in this profile per algorithm and variant, and the same number of fits at the authors' mean times. algorithm variant fits minutes authors_minutes khiopsRF common wekaRF published corrected skRF XGB_SQUERR XGB_HINGE XGB_UNHINGED XGB_RAMP published-squerr-state corrected-sampled khiops linearSVC logisticRegression XGB_LOGISTIC published-hinge-state",
"page": "tables/retained/cost.html"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark",
"text": "",
"page": "nips2003.html"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a 4 \u00b7 The NIPS 2003 feature-selection benchmark",
"text": "What the paper did. Guyon's design document prepares five two-class data sets for a challenge in which methods must find the useful features: values are brought to one range (0 to 999, or 0/1), probes that mean nothing but are distributed like real features are added, patterns and features are shuffled, the test set is sized by n = 100 / p, and labels are withheld. Entries are rated by the balanced error rate, then by the number of features, then by the probes. What we do. The same method as code, one preparation for each data set, and the tools around it: readers, a validator and a scorer for the files of 2003. Each preparation is exact (the published procedure, drawn anew), calibrated (unpublished parameters are fitted to published statistics) or approximate (steps or sources are missing and replaced by ours), and is compared with the distributed files by checks that can fail. Test labels were never published; they are not reconstructed here. What to look at. Whether probes and real features can be told apart by anything but the classes, whether MADELON is the law that the distributed files came from, and how many probes each method lets in.",
"page": "nips2003.html#cell-0"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a What was published",
"text": "Counts and check-sums come from the official .param files. The challenge's numeric results are in no source that we have, so none are printed: the names of the best entries are on its pages.",
"page": "nips2003.html#cell-4"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a Preparation",
"text": "From raw source or generator to files in the format of 2003, with the truth (labels, identities, probes) in a folder apart. What follows works on what was read back from these files. The official check-sums give the mean value of each split, also for GISETTE, whose matrices are public nowhere. For GISETTE the overall mean was used to fit the law of the pixel pairs, so it is no test there; for DEXTER it is one.",
"page": "nips2003.html#cell-6"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a Do the probes do their job?",
"text": "A probe must know nothing of the classes. Each feature's correlation with the classes is compared with that after its column is permuted once more: for probes the two must be alike (large p), for real features they must not (small p).",
"page": "nips2003.html#cell-10"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a MADELON: is it the same law?",
"text": "The generator of 2003 is known step by step: 32 Gaussian clusters on the vertices of a five-dimensional hypercube, five useful features, five linear combinations, ten copies, 480 probes, and multiplicative noise of 10 %. New draws give a band for each of 21 statistics; a value from the same law lies inside nine times in ten. scikit-learn's make_classification descends from that generator and is often called by its name. Even with the same parameters and noise it is another law: its vertices come in fixed order and the classes alternate, so that one feature carries the label and a linear model nearly solves what should be a parity-like problem.",
"page": "nips2003.html#cell-12"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a The approximate preparations beside the distributed files",
"text": "Statistics that depend on no order of features or patterns. DEXTER comes close although its words are not those of 2003. DOROTHEA is made from the training compounds alone (1316 instead of 1950), and the rule that chose its probes is unknown. ARCENE stands on 40 spectra of the same technique from an unnamed study: a demonstration of the steps, not the data set. The quick profile has none of the three.",
"page": "nips2003.html#cell-14"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a Baselines as submissions",
"text": "Five methods, each chosen inside cross-validation, write the result files of 2003. They are zipped, validated and scored like anybody's. ARCENE, where it is there, has 8 patterns to train on and 6 to test: its errors (and its part of the means and standings) show that the files work, not which method is good.",
"page": "nips2003.html#cell-16"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a Who wins",
"text": "The document's rules: a significantly lower error wins; else the smaller feature set; else, within 5 % of features, the one with fewer probes. The document names no test: ours is McNemar's exact test carried over to the balanced error rate. The rules work pair by pair and promise no order. Standings (wins minus losses, in percent) are ours.",
"page": "nips2003.html#cell-19"
},
{
"kind": "text",
"title": "NIPS 2003 feature-selection benchmark \u203a The distributed files themselves",
"text": "The same methods trained on the distributed training sets and scored on the official validation labels, beside lambda , the organisers' sample method. The table is empty in the quick profile, which does without the distributed files.",
"page": "nips2003.html#cell-21"
},
{
"kind": "figure",
"title": "NIPS 2003 feature-selection benchmark \u203a class_signal",
"text": "Share of features whose correlation with the classes exceeds a value. Probes lie where they do with shuffled classes.",
"page": "figures/nips2003/class_signal.html"
},
{
"kind": "figure",
"title": "NIPS 2003 feature-selection benchmark \u203a madelon_band",
"text": "Where the distributed files and two draws of scikit-learn lie in the band of new draws of our generator. Triangles are further away than four half-widths.",
"page": "figures/nips2003/madelon_band.html"
},
{
"kind": "figure",
"title": "NIPS 2003 feature-selection benchmark \u203a agreement",
"text": "Ratio of our statistic to the published one. Filled: agrees (errors within 0.1, everything else within 25 %).",
"page": "figures/nips2003/agreement.html"
},
{
"kind": "figure",
"title": "NIPS 2003 feature-selection benchmark \u203a errors_against_features",
"text": "Balanced error rate on our test sets against the number of features; bars are one standard error (binomial in each class). Points are dodged sideways by up to 10 %.",
"page": "figures/nips2003/errors_against_features.html"
},
{
"kind": "figure",
"title": "NIPS 2003 feature-selection benchmark \u203a probe_shares",
"text": "Probes among the features that each method used. A blind choice would reach the line.",
"page": "figures/nips2003/probe_shares.html"
},
{
"kind": "figure",
"title": "NIPS 2003 feature-selection benchmark \u203a duels",
"text": "Row against column: blue, the row wins; orange, it loses; the word is the rule that decided.",
"page": "figures/nips2003/duels.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a published",
"text": "The five data sets of 2003. data set task type features of these probes train valid test our preparation best entry, 1 / 8 December 2003 arcene cancer against normal in mass spectra non-sparse approximate Neal and Zhang / Neal (BayesNN-small) dexter texts about corporate acquisitions sparse-integer Neal and Zhang / Lal (FS+SVM) dorothea compounds that bind to thrombin sparse-binary Neal and Zhang / Neal and Zhang gisette handwritten 4 against 9 calibrated Chen (final 2) / Chen (final 2) madelon artificial clusters in five dimensions exact Chu Wei (Bayesian + SVMs) / Chu Wei (Bayesian + SVMs)",
"page": "tables/nips2003/published.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a shape",
"text": "What must equal the published data sets. A row that is not required differs where the source that is here has fewer patterns or features than the one of 2003. data set check published found required equal madelon data type non-sparse True features 500 probes 480 values within 0..999 train: class +1 1000 False train: class -1 valid: class +1 300 valid: class -1 test: class +1 900 test: class -1 gisette 5000 2500 3000 3250 dexter sparse-integer 20000 10053 150 dorothea sparse-binary 100000 50000 78 16 722 523 34 7 316 229 arcene 10000 7360 2208 44 4 56 3 310 390",
"page": "tables/nips2003/shape.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a raw_files",
"text": "Files that these are made from or compared with; MADELON is generated. dataset use source path bytes sha256 madelon compared with mirror nips2003/madelon/madelon.param c65bcf86fb79b284c2e628c0a8cf47b89f49aca14ca3a85e68f9f8a2f031f1b1 nips2003/madelon/madelon_test.data.gz c618702e9fe8c80cb37b4d17e1331d2d764a30988d8d64da58adf0a779a7e654 nips2003/madelon/madelon_train.data.gz 0e520e2fdc4d9c37c1ee0f7127d49e3062812c86125befc2d5f26f6d93247ffe nips2003/madelon/madelon_train.labels.gz 1e53d5e3041f907250406091b61fb903058b9615b9dbf26fbeda46e0c15f7724 nips2003/madelon/madelon_valid.data.gz ca367bd9172013fdc809ed0ab47ee62f66ce279b023ff566bb953806227dd064 nips2003/madelon/madelon_valid.labels.gz bbb91ebe700ae8d3c133be3373f1630a24f11b4b6927597ee22dec210821368e gisette made from mnist/t10k-images-idx3-ubyte.gz 5634745efa576a17e7d4cf5cd9d09123c75e6538e5114267c2d156edaf519341 mnist/t10k-labels-idx1-ubyte.gz ae18e77e031ccde52407f794d123116439864147d33ac992975f85dd4dc42af6 mnist/train-images-idx3-ubyte.gz 71524e2cd1ad2968737f7f2f2ff69cbfc32df8ccddff51593f7cb2d4e0eb5b64 mnist/train-labels-idx1-ubyte.gz fe03b8bd7915f70bf5aa08be480aa413fbd85afcaa58b35d230d335f284fd88e nips2003/gisette/gisette.param 77e8bfcf20d9eb772a40c5b31eaa6ba005bcd6ddeba2122223168c891c520490 nips2003/gisette/gisette_train.labels.gz 5063620d76621c1b73570ddcc596da2845fb5953b85a80a5f8cf95cd782e845f nips2003/gisette/gisette_valid.labels.gz 799358af717da6148e191911e9885e8ab810c8ea585215405d13064d98f6d255 dexter reuters21578/reut2-00",
"page": "tables/nips2003/raw_files.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a sums",
"text": "Mean value of each split: published, found, and their ratio. data set split published found ratio madelon train valid test gisette dexter dorothea arcene",
"page": "tables/nips2003/sums.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a probes",
"text": "Two-sample Kolmogorov-Smirnov tests. The last two of each data set only tell how far probes and real features are apart by themselves; DEXTER's follow a Zipf law and are not copies of its words. data set test distance p_value wanted passed madelon probes: signal against permuted large p True real features: signal against permuted small p means of probes against real told only \u2013 non-zero shares of probes against real gisette dexter dorothea arcene",
"page": "tables/nips2003/probes.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a madelon_summary",
"text": "Statistics outside the band of new draws. source statistics outside the band allowed by chance (99 %) accepted distributed files True make_classification, tuned + noise False make_classification, defaults",
"page": "tables/nips2003/madelon_summary.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a statistics",
"text": "Statistics of the distributed files and of our preparations. data set statistic published found ratio agrees dexter non-zero share True mean value median of the non-zero values features that are always 0 False non-zeros of a pattern, sd / mean non-zero share of features, 25 % non-zero share of features, 50 % non-zero share of features, 75 % non-zero share of features, 90 % non-zero share of features, 99 % slope of log frequency over log rank features correlated with the class (3 s.e.) BER of lambda BER of a linear SVM dorothea arcene mean of features, 25 % mean of features, 50 % mean of features, 75 % mean of features, 90 % sd of features, 25 % sd of features, 50 % sd of features, 75 % sd of features, 90 % features with a partner share of the first 10 directions",
"page": "tables/nips2003/statistics.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a validation",
"text": "Problems of the submissions (final phase). submission files problems first problem filter information rfe l1 forest",
"page": "tables/nips2003/validation.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a scores",
"text": "All scores; BER and its standard error, AUC, features, probes. submission dataset split ber ber_error auc features feature_fraction probes probe_fraction filter arcene train valid test dexter dorothea gisette madelon information rfe l1 forest",
"page": "tables/nips2003/scores.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a overall",
"text": "Means over the data sets. submission split ber auc feature_fraction probe_fraction datasets filter test train valid forest information l1 rfe",
"page": "tables/nips2003/overall.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a standings",
"text": "Wins minus losses in percent, mean over data sets. submission overall arcene dexter dorothea gisette madelon l1 filter forest information rfe",
"page": "tables/nips2003/standings.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a pairs",
"text": "Every comparison and the rule that decided it. dataset first second winner rule ber_difference p_value arcene filter information fewer features rfe fewer probes l1 forest dexter lower balanced error rate dorothea gisette \u2013 tie: as many probes madelon",
"page": "tables/nips2003/pairs.html"
},
{
"kind": "table",
"title": "NIPS 2003 feature-selection benchmark \u203a distributed",
"text": "Balanced error rate on the official validation sets (%), with one standard error. data set method BER (%) s.e. (%) features best entry in 2003 arcene rfe Neal (BayesNN-small) information forest filter lambda l1 dexter Lal (FS+SVM) dorothea Neal and Zhang madelon Chu Wei (Bayesian + SVMs)",
"page": "tables/nips2003/distributed.html"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted",
"text": "",
"page": "perfex.html"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a 5 \u00b7 PERFEX: when can a classifier be trusted?",
"text": "What the paper did. Walraven, Adhikari and Veenman (2022) grow a tree that splits the data where a performance metric differs most (Algorithm 1), print each leaf in words, and check the leaves on other data (Algorithm 2). What we do. The same with our own implementation, which gives the leaves of the authors' package on 24 reference trees. Every number that the paper takes from one run is shown here over seeds. What to look at. The paper judges trees by their MAE. A tree without any split has a lower MAE than most real trees, so each table shows it beside the tree, together with trees grown on shuffled outcomes: what chance alone gives.",
"page": "perfex.html#cell-0"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a The idea: Figures 1 and 2",
"text": "A metric over all data hides where it is low. Here 20 rows have accuracy .6; one condition on x separates ten rows with .4 from ten with .8. The paper's points are not published: ours are placed by hand, the accuracies are the paper's.",
"page": "perfex.html#cell-4"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a The red/blue example: Figure 3",
"text": "Labels above y = 12 are flipped with probability one half. The classifier, a tree of depth one, depends on x alone; its accuracy depends on y . The text is what PERFEX prints. The paper prints 100 rows with y > 10.96 and accuracy .72 beside 200 rows with 1.0. One draw says little; over seeds the split is on y , and the low leaf has 100 rows because this is the smallest that is allowed.",
"page": "perfex.html#cell-6"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a A hard task can have a good explanation: Figures 4 and 5",
"text": "Two Gaussians overlap more and more (5a): the classifier gets worse, the MAE of its explanation stays small. If the tree is grown on shifted data (5b), the explanation is wrong, and the MAE says so.",
"page": "perfex.html#cell-10"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a Table 1",
"text": "Five classifiers, stratified 50 / 25 / 25, depth 6, accuracy. The paper does not state its smallest leaf, target of abalone, encodings or hyper-parameters: ours are 100 rows (with 50 and 20 as sensitivity), rings in three groups, columns as they stand with text one-hot encoded for the classifiers, and scikit-learn's defaults. Read spread beside shuffled_spread , mae beside one_leaf_mae and shuffled_mae . Brier skill is the share of the squared error of row-wise correctness that the leaf values explain on unseen rows: zero or less means nothing.",
"page": "perfex.html#cell-12"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a How much hangs on the smallest leaf",
"text": "The paper does not state it, and much depends on it. As leaves shrink, the MAE rises on every data set. Larger spreads come with it where the shuffled ones (dotted) rise too; where the search spends its six levels on cutting off small extreme groups, as on abalone and blobs, the spread does not even grow.",
"page": "perfex.html#cell-14"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a Which of the paper's statements hold",
"text": "A number holds where it lies within two standard deviations over seeds of ours, since the paper shows one split.",
"page": "perfex.html#cell-16"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a Two quoted cells that cannot hold together",
"text": "The text quotes a spread of 78.2 % for contraceptive SVM and of 9.3 % for car RF. In the authors' package over 20 seeds, leaves from 50 rows up never give the first, leaves of 30 rows or fewer never the second. If no row of the table has both shares above zero, no one absolute leaf size gives both.",
"page": "perfex.html#cell-18"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a Other metrics",
"text": "The supplement, which we could not reach, holds other metrics. For the random forest: precision, recall and F1 of each class. The denominator is the metric's own (precision counts the rows predicted as the class), so small classes cannot be split; seeds counts those in which the class was predicted at all.",
"page": "perfex.html#cell-20"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a SHAP and LIME beside PERFEX: Figure 6",
"text": "A doctor reads a forest's prediction with SHAP and LIME. In the worst leaf there are confident, wrong predictions for which one feature seems to matter more than the other ( b ). The paper concludes that the explanations lend false trust. The paper does not say which rows this tree is grown on, nor its smallest leaf. Ours is grown on all rows that the forest has not seen. This choice was made knowing the reference (worst leaf .495): of eight combinations of split and leaf size it is the one that meets it, and a tree on a quarter of the rows gave .539. So the worst leaf's agreement is chosen, not evidence. The control. The grey boxes of panel d are a random sample of all points. Where they reach as high as the yellow ones, a large gap is no mark of a wrong prediction; what remains of the paper's point is that SHAP and LIME do not speak about correctness at all, while PERFEX does. For the patient (10, 12):",
"page": "perfex.html#cell-22"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a What would people use instead?",
"text": "The same predictions, and from each tool its worst group of at least 100 rows. The second test set tells whether the group is as bad as it was said to be. Expect every tool to overstate: the worst of many groups is the one that looks worst, partly by luck. SliceLine and MetricFrame need groups, so numeric features are cut into five quantile bins.",
"page": "perfex.html#cell-26"
},
{
"kind": "text",
"title": "PERFEX: where a classifier can be trusted \u203a A user's case: where not to trust, and what abstaining buys",
"text": "A logistic regression, a PERFEX tree with 99 permutations on rows it has not seen, and a check on further rows. Abstaining on the worst leaves costs coverage and raises the accuracy of what is still answered. The model's own confidence usually ranks rows better, as it may look at each row alone; PERFEX gives conditions that can be written into a rule, and is the better choice where confidence is not available or not trusted.",
"page": "perfex.html#cell-28"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a figure_1_2",
"text": "One split of Algorithm 1.",
"page": "figures/perfex/figure_1_2.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a figure_3",
"text": "Red/blue example, seed 0: 300 rows, smallest leaf 100.",
"page": "figures/perfex/figure_3.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a red_blue_seeds",
"text": "The printed values among those of other seeds.",
"page": "figures/perfex/red_blue_seeds.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a figure_4",
"text": "Region of error of two Gaussians, \u03b4 = 3.",
"page": "figures/perfex/figure_4.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a figure_5",
"text": "MAE of the tree; bands: one standard deviation over seeds.",
"page": "figures/perfex/figure_5.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a table_1",
"text": "MAE against accuracy, and spread against chance.",
"page": "figures/perfex/table_1.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a sensitivity",
"text": "Spread and MAE by smallest leaf: means over seeds of every cell.",
"page": "figures/perfex/sensitivity.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a leaf_size",
"text": "Spread of the two quoted cells by smallest leaf.",
"page": "figures/perfex/leaf_size.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a figure_6",
"text": "Figure 6, seed 0; panel d has the control beside it.",
"page": "figures/perfex/figure_6.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a abstention",
"text": "Accuracy against coverage on unseen rows.",
"page": "figures/perfex/abstention.html"
},
{
"kind": "figure",
"title": "PERFEX: where a classifier can be trusted \u203a worked_leaves",
"text": "The leaves with 95 % intervals.",
"page": "figures/perfex/worked_leaves.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a red_blue_seeds",
"text": "What the example prints, per seed. seed feature threshold n_low low n_high high y",
"page": "tables/perfex/red_blue_seeds.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a difficulty",
"text": "Figure 5a in numbers, per seed. delta seed mae region f1",
"page": "tables/perfex/difficulty.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a shift",
"text": "Figure 5b in numbers, per seed. delta seed mae",
"page": "tables/perfex/shift.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a table_1",
"text": "Table 1, smallest leaf 100: mean \u00b1 standard deviation over seeds, in percent except leaves and depth. dataset classifier base_accuracy n_leaves depth lowest highest spread mae std weighted_mae one_leaf_mae shuffled_spread shuffled_mae brier_skill abalone LR 63.8 \u00b1 1.4 7.5 \u00b1 0.5 6.0 \u00b1 0.0 41.0 \u00b1 4.1 95.0 \u00b1 2.5 54.0 \u00b1 5.1 5.9 \u00b1 1.2 3.9 \u00b1 0.9 5.8 \u00b1 1.3 2.1 \u00b1 1.6 25.4 \u00b1 3.1 12.9 \u00b1 2.4 7.4 \u00b1 1.4 SVM 63.6 \u00b1 1.5 7.5 \u00b1 0.7 38.7 \u00b1 5.0 93.6 \u00b1 3.0 54.9 \u00b1 5.3 5.6 \u00b1 1.3 4.0 \u00b1 1.0 1.7 \u00b1 1.6 24.8 \u00b1 3.3 12.8 \u00b1 2.8 7.3 \u00b1 2.3 RF 65.0 \u00b1 1.1 7.2 \u00b1 0.4 43.2 \u00b1 3.0 94.9 \u00b1 2.3 51.7 \u00b1 3.4 6.3 \u00b1 1.0 4.6 \u00b1 1.6 5.7 \u00b1 1.0 1.8 \u00b1 1.3 23.0 \u00b1 3.5 11.8 \u00b1 2.6 5.7 \u00b1 1.4 DT 57.5 \u00b1 1.5 7.5 \u00b1 0.6 35.4 \u00b1 2.9 92.0 \u00b1 2.3 56.5 \u00b1 3.2 6.1 \u00b1 2.0 4.4 \u00b1 1.7 5.6 \u00b1 1.5 1.7 \u00b1 1.3 24.2 \u00b1 2.8 12.2 \u00b1 2.4 6.7 \u00b1 1.9 KNN 60.8 \u00b1 1.2 7.4 \u00b1 0.6 36.6 \u00b1 4.1 94.4 \u00b1 2.2 57.8 \u00b1 4.7 6.4 \u00b1 1.6 4.7 \u00b1 1.7 6.0 \u00b1 1.5 1.6 \u00b1 1.1 25.3 \u00b1 4.8 12.3 \u00b1 2.4 6.8 \u00b1 2.6 car 90.8 \u00b1 1.3 2.5 \u00b1 0.5 1.4 \u00b1 0.5 83.9 \u00b1 3.4 100.0 \u00b1 0.0 16.1 \u00b1 3.4 1.3 \u00b1 1.0 1.4 \u00b1 1.1 1.5 \u00b1 1.3 7.7 \u00b1 3.3 4.7 \u00b1 2.8 5.2 \u00b1 1.0 95.1 \u00b1 1.4 2.2 \u00b1 0.4 1.2 \u00b1 0.4 89.2 \u00b1 3.3 98.9 \u00b1 0.9 9.7 \u00b1 3.4 2.5 \u00b1 1.3 1.8 \u00b1 1.0 2.2 \u00b1 1.1 1.7 \u00b1 1.2 3.5 \u00b1 3.8 2.9 \u00b1 1.9 1.2 \u00b1 2.6 94.4 \u00b1 1.2 2.3 \u00b1 0.5 1.3 \u00b1 0.5 88.6 \u00b1 2.5 99.1 \u00b1 1.0 10.4 \u00b1 2.6 2.2 \u00b1 1.4 2.1 \u00b1 1.3 1.5 \u00b1 1.0 3.8 \u00b1 4.0 3.0 \u00b1 2.4 1.3 \u00b1 2.6 95.3 \u00b1 1.1 2.1 \u00b1 0.4 1.1 \u00b1 0.4 90.4 \u00b1 2.5 99.2 \u00b1 0.9 8.8 \u00b1 2.3 1.9 \u00b1 1.3 1.2 \u00b1 1.1 1.7 \u00b1 1.1 1.3 \u00b1 1.1 2.2 \u00b1 3.3 2.3 \u00b1 2.0 1.0 \u00b1 2.7 85.9 \u00b1 1.2 2.6 \u00b1 0.5 1.6 \u00b1 0.5 73.7 \u00b1 4.9 99.2 \u00b1 0.6 25.5 \u00b1 5.0 2.3 \u00b1 1.1 1.4 \u00b1",
"page": "tables/perfex/table_1.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a table_1_seeds",
"text": "Every cell and seed, by smallest leaf (the first is the primary one). dataset classifier seed leaf_size base_accuracy depth lowest highest overall mae std weighted_mae spread n_leaves n_empty one_leaf_mae shuffled_mae shuffled_spread mae_p_value spread_p_value brier_skill abalone LR SVM RF DT KNN car contraceptive occupancy",
"page": "tables/perfex/table_1_seeds.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a table_1_all",
"text": "Table 1 for every smallest leaf, in shares of one: mean and standard deviation over seeds. dataset classifier leaf_size measure mean std count abalone LR base_accuracy SVM RF DT KNN car contraceptive occupancy blobs n_leaves depth lowest highest spread mae weighted_mae one_leaf_mae shuffled_spread shuffled_mae brier_skill",
"page": "tables/perfex/table_1_all.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a claims",
"text": "The paper's ranges, smallest leaf 100. claim cell paper here sd holds lowest base accuracy contraceptive DT True highest base accuracy car DT lowest spread of all cells highest spread of all cells occupancy LR spread of the cell quoted as lowest car RF spread of the cell quoted as highest contraceptive SVM False lowest MAE car LR highest MAE (almost) perfect leaves on blobs blobs LR higher accuracy, lower MAE (rank correlation) all",
"page": "tables/perfex/claims.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a extreme_cells",
"text": "Share of seeds that reach the quoted spreads. leaf_size contraceptive SVM, spread contraceptive SVM, share of seeds >= .75 car RF, spread car RF, share of seeds in .08 to .10",
"page": "tables/perfex/extreme_cells.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a class_metrics",
"text": "Random forest, per class: means over seeds. dataset metric label overall n_leaves lowest highest spread mae shuffled_mae one_leaf_mae seeds abalone precision 1-8 recall f1 11-29 9-10 car acc good unacc vgood contraceptive 1 2 3 occupancy 0",
"page": "tables/perfex/class_metrics.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a clinic",
"text": "Forest and worst leaf per seed (paper: .76 and .51). seed forest_accuracy worst_leaf_accuracy worst_leaf_rows worst_leaf n_highlighted x0 > 11.14, x0 <= 14.18, x1 <= 9.037 x0 > 11.36, x0 <= 14.23, x1 > 9.07 x0 > 10.76, x0 <= 13.23 x0 > 11.01, x0 <= 13.44, x1 > 9.394 x0 > 11.01, x0 <= 12.91 x0 > 11.26, x0 <= 14.13 x0 > 11.91, x0 <= 13.81 x0 > 11.26, x0 <= 14.77, x1 > 8.715 x0 > 9.62, x0 <= 15.49, x1 > 12.69 x0 > 9.255, x0 <= 15.37, x1 <= 7.158 x0 > 10.36, x0 <= 14.8, x1 > 8.879 x0 > 11.16, x0 <= 14.01, x1 > 9.127 x0 > 11.52, x0 <= 12.96 x0 > 12.81, x0 <= 13.95 x0 > 11.69, x0 <= 12.9 x0 > 11.27, x0 <= 13.09 x0 > 10.87, x0 <= 12.97, x1 > 10.07 x0 > 10.07, x0 <= 14.96, x1 > 10.06 x0 > 10.36, x0 <= 13.71 x0 > 11.92, x0 <= 13.76 x0 > 10.93, x0 <= 13.36 x0 > 11.45, x0 <= 14.42 x0 > 10.96, x0 <= 15.26, x1 > 11.38 x0 > 11.12, x0 <= 13.46, x1 <= 10.09 x0 > 12.24, x0 <= 13.92 x0 > 10.91, x0 <= 14.34, x1 <= 9.017 x0 > 11.48, x0 <= 13.58 x0 > 11.71, x0 <= 13.69 x0 > 10.42, x0 <= 14.24, x1 > 8.522 x0 > 11.65, x0 <= 12.93 x0 > 11.54, x0 <= 13.57 x0 > 10.34, x0 <= 12.27 x0 > 12.28, x0 <= 14.31 x0 > 9.495, x0 <= 14.27, x1 > 9.225 x0 > 10.62, x0 <= 13.69, x1 <= 9.409 x0 > 9.488, x0 <= 15.47, x1 <= 7.327 x0 > 10.89, x0 <= 13.67 x0 > 10.78, x0 <= 13.33 x0 > 11.33, x0 <= 13.03 x0 > 10.79, x0 <= 14.12 x0 > 11.38, x0 <= 13.51 x0 > 9.386, x0 <= 14.15, x1 > 8.072, x1 <= 11.18 x0 > 10.89, x0 <= 14.01 x0 > 10.91, x0 <= 13.82 x0 > 11.22, x0 <= 12.27 x0 > 11.75, x0 <= 13.3 x0 > 11.99, x0 <= 14.1 x0 > 10.",
"page": "tables/perfex/clinic.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a gaps",
"text": "Difference of the two importances at each highlighted point and at random points. group method gap highlighted SHAP LIME all points",
"page": "tables/perfex/gaps.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a patient",
"text": "Three answers about one patient. source answer random forest class 0 with score 0.87 SHAP x0 -0.33, x1 -0.04 towards class 1 LIME x0 -0.25, x1 +0.05 towards class 1 PERFEX There are 118 datapoints for which the following conditions hold: x0 > 9.74, x0 <= 11.14 and for these datapoints accuracy is 0.75 (95 % interval 0.66 to 0.82; not distinguishable from the other rows)",
"page": "tables/perfex/patient.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a alternatives_abalone",
"text": "Worst group on abalone (random forest, seed 0). tool worst group rows accuracy held-out rows held-out accuracy error seconds PERFEX shellweight > 0.119, shellweight <= 0.406, shuckedweight <= 0.213 scikit-learn tree on correctness height > 0.0975, shellweight <= 0.4055, shuckedweight <= 0.5355, shellweight <= 0.2793, length > 0.5475 SliceLine diameter in (0.449, 0.49] fairlearn MetricFrame, one feature",
"page": "tables/perfex/alternatives_abalone.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a alternatives_car",
"text": "Worst group on car (random forest, seed 0). tool worst group rows accuracy held-out rows held-out accuracy error seconds PERFEX persons == more scikit-learn tree on correctness persons_more > 0.5 SliceLine fairlearn MetricFrame, one feature",
"page": "tables/perfex/alternatives_car.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a alternatives_contraceptive",
"text": "Worst group on contraceptive (random forest, seed 0). tool worst group rows accuracy held-out rows held-out accuracy error seconds PERFEX wifeeducation > 3 scikit-learn tree on correctness wifeeducation > 3.5 SliceLine wifeeducation in (3, 4], mediaexposure in (-inf, 0] fairlearn MetricFrame, one feature wifeeducation in (3, 4]",
"page": "tables/perfex/alternatives_contraceptive.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a alternatives_occupancy",
"text": "Worst group on occupancy (random forest, seed 0). tool worst group rows accuracy held-out rows held-out accuracy error seconds PERFEX Temperature > 21.2, Temperature <= 21.34, CO2 > 567.8 scikit-learn tree on correctness CO2 > 567.9, Temperature > 21.04, CO2 <= 825, Temperature <= 22.25, CO2 <= 662.8, CO2 > 620.2 SliceLine CO2 in (629.6, 876.6], Temperature in (20.93, 21.79] fairlearn MetricFrame, one feature Temperature in (20.93, 21.79]",
"page": "tables/perfex/alternatives_occupancy.html"
},
{
"kind": "table",
"title": "PERFEX: where a classifier can be trusted \u203a worked_evaluation",
"text": "Algorithm 2 with baselines. measure value mae std weighted_mae spread n_leaves n_empty one_leaf_mae shuffled_mae shuffled_spread mae_p_value spread_p_value brier_skill",
"page": "tables/perfex/worked_evaluation.html"
},
{
"kind": "text",
"title": "Findings: the claims of three papers, and what they say together",
"text": "",
"page": "findings.html"
},
{
"kind": "text",
"title": "Findings: the claims of three papers, and what they say together \u203a 6 \u00b7 Findings: the claims of three papers, and what they say together",
"text": "What this is. Three works ask how far a classifier can be trusted: when labels lie (label noise), when features mean nothing (NIPS 2003), and in which regions it fails (PERFEX). Here their claims stand on one page with verdicts, and the works are put to use on each other: PERFEX says when the algorithms of the benchmark keep their performance and where noisy labels do harm; the probes of NIPS 2003 show what noisy labels do to feature selection. What to look at. Verdicts are computed from the other notebooks' tables and cells; nothing is typed in. A claim whose section has not run in this profile is not run ; one that needs more data sets than have run is not testable . The paper profile has the data for most of them.",
"page": "findings.html#cell-0"
},
{
"kind": "text",
"title": "Findings: the claims of three papers, and what they say together \u203a 1. The claims, on one page",
"text": "Three panels: published looks at the authors' own numbers, reproduced at ours made in their way, corrected at ours with the faults mended. For PERFEX, corrected means the comparison that the paper leaves out: a tree without splits, trees on shuffled outcomes, points that were not picked. An empty field means that the panel has no say. For label noise, published covers the authors' 14 data sets and the other two those that are computed so far, so a verdict over data sets may differ for that reason alone; reproduced takes UNHINGED and RAMP in the hinge state of their program, whether their rows are here or not. - supported or contradicted : the 95 % interval lies wholly on one side of the criterion; where there is no chance, all checks hold or one does not; - undecided : the interval includes the criterion; - a number that a paper printed from one run is supported where it lies within two standard deviations of our runs. What each statement is taken to mean, with estimate and interval, is in the table claims_judged below. Claims of the label-noise paper that its own numbers settle one way, and the corrected ones do not. Where the authors' rows are here, published is their verdict on the data sets that ours are of, so that a change is the correction's doing:",
"page": "findings.html#cell-4"
},
{
"kind": "text",
"title": "Findings: the claims of three papers, and what they say together \u203a 2. When does an algorithm keep its performance?",
"text": "A PERFEX tree over the benchmark's cells. Its metric is the share of the AUC that is kept. Its features are the noise ( rho , relative to the minority share; flipped , the share of training labels that flipped), the algorithm (family, loss, variant) and the data set (rows, columns, minority share, share of categorical columns). Dependence. Cells of one data set are not independent: they share its rows and its difficulty. So the folds are averaged first; rules are searched on one half of the data sets and tested on the other; intervals draw data sets; and the permutation test moves properties between whole data sets and shuffles the cells' own features within theirs. Halves are matched by minority share. A rule's verdict asks whether its cells lie, on data sets that the search has not seen, on the side of the mean that the search saw; below five data sets it is not testable. The authors' rows cover 14 data sets. Ours are those of this profile that have run; with few of them, little can be tested. Are the rules more than chance? Skill is the share of the squared error that the rules remove on unseen data sets, mean over random matched halves. Each question shuffles some of the features and repeats everything. If the skill stays the same, the rules did not need them; where it rises , searching among them did harm. Read noise level , algorithm and data set each given the others: flipped is the level times the minority share, so that part of what a data set is counts as noise here",
"page": "findings.html#cell-9"
},
{
"kind": "text",
"title": "Findings: the claims of three papers, and what they say together \u203a 3. Where does noise hurt?",
"text": "One algorithm, twice: trained on clean labels, and on labels with noise. Every row is judged by models that were not trained on it. PERFEX's metric is the change of accuracy, noisy less clean, in honest mode: rules are searched on one half of the rows, numbers come from the other. Rows of a fold share their models, so the intervals are about other rows, not about other draws of noise. The right panel is the control: does noise simply hit where the clean model was unsure?",
"page": "findings.html#cell-13"
},
{
"kind": "text",
"title": "Findings: the claims of three papers, and what they say together \u203a 4. What noisy labels do to feature selection",
"text": "MADELON and GISETTE, whose probes are known, with flipped training labels and clean test labels. A selector keeps the same number of features at every level; L1 only as nearly as its grid of penalties allows, which on MADELON is from a handful to more than a hundred: read its shares with the counts of the single runs. At \u03c1 = 1 half of the labels flip and nothing is left to learn. A selector that scores one feature at a time then takes probes as a blind choice does. One that looks at features together has a taste of its own, whatever the labels: probes differ from real features in how they correlate with each other. So its share of probes must be read against its own value at \u03c1 = 1, not against the blind share.",
"page": "findings.html#cell-16"
},
{
"kind": "text",
"title": "Findings: the claims of three papers, and what they say together \u203a 5. Headline numbers",
"text": "For the start page, and for dvc metrics . The share kept is the mean over the N data sets that all panels of an algorithm have. Exact matches count folds without noise that equal the authors' to 1e-6, ROC AUC, balanced accuracy and kappa together.",
"page": "findings.html#cell-18"
},
{
"kind": "figure",
"title": "Findings: the claims of three papers, and what they say together \u203a verdicts",
"text": "95 claims by paper, panel and verdict. Bars: number of claims, a part for each verdict.",
"page": "figures/findings/verdicts.html"
},
{
"kind": "figure",
"title": "Findings: the claims of three papers, and what they say together \u203a rules",
"text": "Share of the test AUC that is kept: mean on the data sets searched (hollow) and on the others (full). Bars: 95 % bootstrap intervals over the N other data sets; none for fewer than five.",
"page": "figures/findings/rules.html"
},
{
"kind": "figure",
"title": "Findings: the claims of three papers, and what they say together \u203a questions",
"text": "Skill on unseen data sets (dashed), and with the features of each question shuffled: dot, mean over shuffles; line, up to their 95 % quantile. N: data sets.",
"page": "figures/findings/questions.html"
},
{
"kind": "figure",
"title": "Findings: the claims of three papers, and what they say together \u203a harm",
"text": "skRF on adult, \u03c1 = 1, 48,842 rows, 5 draws of noise. Bars: 95 % bootstrap intervals over rows. p: permutation test.",
"page": "figures/findings/harm.html"
},
{
"kind": "figure",
"title": "Findings: the claims of three papers, and what they say together \u203a probes",
"text": "Lines: mean over seeds; top, share of probes among the selected features; bottom, balanced error. Bands: smallest to largest seed; every seed draws data, flips and selector anew.",
"page": "figures/findings/probes.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a verdicts",
"text": "Number of claims by paper, panel and verdict. paper panel supported contradicted undecided not testable not run label noise published reproduced corrected NIPS 2003 PERFEX",
"page": "tables/findings/verdicts.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a changed",
"text": "Claims whose verdict the correction changes, among those that this profile can test. statement published reproduced corrected breastcancer: performance decreases with noise for all models supported undecided logisticRegression loses little even at \u03c1 = 1 contradicted XGB_UNHINGED is more robust than XGB_SQUERR XGB_UNHINGED is more robust than XGB_HINGE Khiops and KhiopsRF are very good overall Asymmetric losses outperform symmetric ones by a large margin, but at very high noise phishing: symmetric losses outperform asymmetric ones not up to \u03c1 = 0.66 spambase: symmetric losses outperform asymmetric ones not up to \u03c1 = 0.66 Squared error beats unhinged at high noise levels",
"page": "tables/findings/changed.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a claims",
"text": "Claims of the three papers, with the verdicts of each panel. paper claim section statement published reproduced corrected evidence label noise decrease_breastcancer 4.1 breastcancer: performance decreases with noise for all models supported undecided retained/claims decrease_spambase spambase: performance decreases with noise for all models trucks_stable trucks: results are stable for all algorithms not testable collapse 4.1, 4.2 Performance collapses at \u03c1 = 1.25 collapse_breastcancer breastcancer: performance collapses at \u03c1 = 1.25 collapse_spambase spambase: performance collapses at \u03c1 = 1.25 collapse_eyestate eyestate: performance collapses at \u03c1 = 1.25 collapse_mushroom mushroom: performance collapses at \u03c1 = 1.25 collapse_phishing phishing: performance collapses at \u03c1 = 1.25 small_decrease_khiops 4.1, 4.3 khiops loses little even at \u03c1 = 1 contradicted small_decrease_khiopsRF khiopsRF loses little even at \u03c1 = 1 small_decrease_linearSVC linearSVC loses little even at \u03c1 = 1 small_decrease_logisticRegression logisticRegression loses little even at \u03c1 = 1 XGB_UNHINGED_more_robust_than_XGB_SQUERR XGB_UNHINGED is more robust than XGB_SQUERR XGB_UNHINGED_more_robust_than_XGB_HINGE XGB_UNHINGED is more robust than XGB_HINGE XGB_RAMP_more_robust_than_XGB_SQUERR XGB_RAMP is more robust than XGB_SQUERR XGB_RAMP_more_robust_than_XGB_HINGE XGB_RAMP is more robust than XGB_HINGE symmetric_stable 4.3 Symmetric losses are stable forests_alike Both random forests give the same results forests_d",
"page": "tables/findings/claims.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a claims_judged",
"text": "Every claim and panel: what is measured, estimate, interval, verdict. paper claim statement section panel measured criterion estimate low high n blocks verdict why evidence label noise decrease_breastcancer breastcancer: performance decreases with noise for all models 4.1 published decrease from \u03c1 0 to 1 of the algorithm that decreases least > 0 folds supported the interval lies on the claimed side of the criterion retained/claims decrease_spambase spambase: performance decreases with noise for all models trucks_stable trucks: results are stable for all algorithms largest mean change against \u03c1 0 over algorithms and levels up to 1 < 0.02 undecided the interval includes the criterion collapse Performance collapses at \u03c1 = 1.25 4.1, 4.2 share kept at \u03c1 1 less that at 1.25, mean over algorithms > 0.05 data sets collapse_breastcancer breastcancer: performance collapses at \u03c1 = 1.25 score at \u03c1 1 less that at 1.25, mean over algorithms collapse_spambase spambase: performance collapses at \u03c1 = 1.25 collapse_eyestate eyestate: performance collapses at \u03c1 = 1.25 collapse_mushroom mushroom: performance collapses at \u03c1 = 1.25 collapse_phishing phishing: performance collapses at \u03c1 = 1.25 small_decrease_khiops khiops loses little even at \u03c1 = 1 4.1, 4.3 share lost at \u03c1 1 < 0.05 small_decrease_khiopsRF khiopsRF loses little even at \u03c1 = 1 small_decrease_linearSVC linearSVC loses little even at \u03c1 = 1 small_decrease_logisticRegression logisticRegression loses little even at \u03c1 = 1 XGB_UNHINGED_more_r",
"page": "tables/findings/claims_judged.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a rules",
"text": "In numbers: keeps is the share of cells that keep 95 %, lead the difference to all cells of the same sets. cells rule searched kept low high n_datasets n_cells keeps lead verdict authors, all levels flipped > 0.2601 not testable flipped > 0.1579, flipped <= 0.2601 undecided flipped > 0.1196, flipped <= 0.1579 flipped > 0.08976, flipped <= 0.1196 flipped <= 0.08976 supported authors, \u03c1 \u2265 0.75 flipped > 0.3546 flipped > 0.2393, flipped <= 0.3546 flipped <= 0.2393, family == forest flipped > 0.01809, flipped <= 0.2393, family != forest flipped <= 0.01809, family != forest ours, all levels flipped > 0.2964 flipped > 0.1481, flipped <= 0.2964, columns > 21 flipped > 0.1481, flipped <= 0.2964, columns <= 21 flipped <= 0.1481, rho > 0.5 flipped > 0.0897, flipped <= 0.1481, rho <= 0.5 flipped <= 0.0897, rho <= 0.5 ours, \u03c1 \u2265 0.75 flipped > 0.3938 flipped > 0.3366, flipped <= 0.3938 flipped <= 0.3366, loss != ramp, loss != unhinged flipped <= 0.3366, loss == unhinged flipped <= 0.3366, loss == ramp",
"page": "tables/findings/rules.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a questions",
"text": "The same in numbers; gain is the skill less its shuffled mean. cells question skill shuffled shuffled_95 gain p_value n_datasets authors, all levels noise level algorithm data set everything authors, \u03c1 \u2265 0.75 ours, all levels ours, \u03c1 \u2265 0.75",
"page": "tables/findings/questions.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a rule_features",
"text": "How stable: share of the halves whose rules use a feature, anywhere and in their first condition. cells feature in_rules first authors, all levels flipped rho family rows loss variant columns minority_share categorical_share authors, \u03c1 \u2265 0.75 ours, all levels ours, \u03c1 \u2265 0.75",
"page": "tables/findings/rule_features.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a harm_rules",
"text": "The rules in numbers; search_value is what the searched half saw. rule n value lower upper p_value search_value race != Other, education != Doctorate, occupation != Privhouseserv race != Other, education == Doctorate, hoursperweek > 40 race != Other, education == Doctorate, hoursperweek <= 40 race == Other race != Other, education != Doctorate, occupation == Privhouseserv",
"page": "tables/findings/harm_rules.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a harm_groups",
"text": "Accuracy by the clean model's score and by class, with the change's interval. group value clean noisy change low high n distance class",
"page": "tables/findings/harm_groups.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a probes",
"text": "The same in numbers. dataset selector rho flipped blind probe_share probe_low probe_high ber ber_low ber_high seeds madelon filter information rfe l1 forest gisette",
"page": "tables/findings/probes.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a probes_seeds",
"text": "Every seed. dataset selector rho seed flipped features probes probe_share blind ber madelon filter information rfe l1 forest gisette",
"page": "tables/findings/probes_seeds.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a headline_kept",
"text": "Share of the test AUC kept at level \u03c1, mean over N data sets. algorithm rho N published reproduced corrected corrected_sampled khiops khiopsRF linearSVC logisticRegression skRF wekaRF XGB_SQUERR XGB_HINGE XGB_UNHINGED XGB_RAMP XGB_LOGISTIC",
"page": "tables/findings/headline_kept.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a headline_ranks",
"text": "Average rank of the test AUC (1 is best), corrected panels, with its 95 % bootstrap interval over N data sets. panel rho algorithm rank low high N corrected wekaRF skRF XGB_LOGISTIC logisticRegression khiopsRF linearSVC XGB_SQUERR khiops XGB_HINGE XGB_UNHINGED XGB_RAMP corrected-sampled",
"page": "tables/findings/headline_ranks.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a headline_exact",
"text": "Folds without noise and their metrics that equal the authors'. algorithm variant n_equal n share XGB_HINGE published XGB_RAMP published-hinge-state published-squerr-state XGB_SQUERR XGB_UNHINGED khiops common khiopsRF linearSVC logisticRegression skRF wekaRF",
"page": "tables/findings/headline_exact.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a headline_ber",
"text": "The baseline with the lowest balanced error on each test set of NIPS 2003. A large standard error (ber_error) marks a test set of few rows. dataset submission ber ber_error arcene filter dexter rfe dorothea l1 gisette information madelon forest",
"page": "tables/findings/headline_ber.html"
},
{
"kind": "table",
"title": "Findings: the claims of three papers, and what they say together \u203a headline_perfex",
"text": "Table 1 of PERFEX, means over its cells and seeds, with both baselines. measure mean mae one_leaf_mae shuffled_mae spread shuffled_spread",
"page": "tables/findings/headline_perfex.html"
},
{
"kind": "text",
"title": "Ablations: what the choices of the study change",
"text": "",
"page": "ablations.html"
},
{
"kind": "text",
"title": "Ablations: what the choices of the study change \u203a 7 \u00b7 Ablations: what the choices of the study change",
"text": "The question. The corrected study had to choose what the paper leaves open: the kind of label noise, the seed of the splits, how much a boosting round sees, how many rounds, and where a margin becomes a class. Each choice is varied here alone, everything else as in notebook 3. How. ablations in params.yaml names what is changed, to which values, and for which algorithms; its first value is the standard one. Cells are planned, keyed and stored as in notebook 2, so a value that the benchmark has run is read, not run. Flips and seeds are shared by all values, save where the change is the noise model or the split seed itself. Differences are paired by data set. Nothing is chosen from these numbers: the main panels keep the values that they had. Data sets, folds and levels are those of <profile>.ablations . Intervals are bootstrapped over data sets; with two of them, as in the quick profile, they are a range and no evidence.",
"page": "ablations.html#cell-0"
},
{
"kind": "text",
"title": "Ablations: what the choices of the study change \u203a Kind of noise",
"text": "The paper flips every label with the same probability ( ncar , noise completely at random). nar flips the two classes with unequal probabilities, nnar flips most near the border of a linear model between the classes, and fixed_count flips exactly as many labels as ncar does on average. All have the same expected number of flips, so what differs is where they fall. Symmetry of a loss promises robustness against ncar alone.",
"page": "ablations.html#cell-6"
},
{
"kind": "text",
"title": "Ablations: what the choices of the study change \u203a Seed of the splits",
"text": "The authors' code fixes the seed 16; their published rows come from 56. If a conclusion changed with the seed, it would be one about the splits.",
"page": "ablations.html#cell-10"
},
{
"kind": "text",
"title": "Ablations: what the choices of the study change \u203a Share of rows per round",
"text": "Without sampling, the constant gradient of the unhinged loss gives the same tree a hundred times (notebook 3). Sampling makes each round see other rows. How much does the share matter, and does it help the other losses as well?",
"page": "ablations.html#cell-13"
},
{
"kind": "text",
"title": "Ablations: what the choices of the study change \u203a Rounds",
"text": "More rounds let a loss fit more closely, wrong labels included. Symmetric losses are said to resist that.",
"page": "ablations.html#cell-16"
},
{
"kind": "text",
"title": "Ablations: what the choices of the study change \u203a Threshold under unequal classes",
"text": "Balanced accuracy needs classes, and on unequal ones the border at margin 0 calls few rows +1 (notebook 3). The other rule moves it to where as many training rows are called +1 as training labels are , noise included, so that no clean label is seen. AUC does not depend on it.",
"page": "ablations.html#cell-19"
},
{
"kind": "figure",
"title": "Ablations: what the choices of the study change \u203a noise_model",
"text": "Kind of noise: mean over data sets and folds against the noise level; black: the standard value.",
"page": "figures/ablations/noise_model.html"
},
{
"kind": "figure",
"title": "Ablations: what the choices of the study change \u203a split_seed",
"text": "Seed of the splits: mean over data sets and folds against the noise level; black: the standard value.",
"page": "figures/ablations/split_seed.html"
},
{
"kind": "figure",
"title": "Ablations: what the choices of the study change \u203a sampling",
"text": "Share of rows per round: mean over data sets and folds against the noise level; black: the standard value.",
"page": "figures/ablations/sampling.html"
},
{
"kind": "figure",
"title": "Ablations: what the choices of the study change \u203a rounds",
"text": "Rounds: mean over data sets and folds against the noise level; black: the standard value.",
"page": "figures/ablations/rounds.html"
},
{
"kind": "figure",
"title": "Ablations: what the choices of the study change \u203a threshold",
"text": "Threshold under unequal classes: mean over data sets and folds; black: the standard value.",
"page": "figures/ablations/threshold.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a cells",
"text": "Cells behind each value of each ablation, and failed fits. ablation value cells failed first_error noise_model ncar nar nnar fixed_count split_seed 56 16 sampling 0.5 0.25 0.75 1.0 rounds 100 10 30 300 threshold none training-share",
"page": "tables/ablations/cells.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a noise_model_flips",
"text": "Share of the training labels of each class that were really flipped, mean over folds. value dataset rho negative negative_expected positive positive_expected ncar breastcancer nar nnar fixed_count nasa_kc3 nasa_cm1 nasa_kc2 nasa_pc1 nasa_kc1",
"page": "tables/ablations/noise_model_flips.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a noise_model_auc",
"text": "Test ROC AUC less that under the standard value, with a 95 % bootstrap interval over n data sets. value algorithm variant rho difference low high n nar XGB_LOGISTIC corrected XGB_RAMP XGB_UNHINGED logisticRegression skRF common nnar fixed_count",
"page": "tables/ablations/noise_model_auc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a noise_model_bacc",
"text": "Test balanced accuracy less that under the standard value, likewise. value algorithm variant rho difference low high n nar XGB_LOGISTIC corrected XGB_RAMP XGB_UNHINGED logisticRegression skRF common nnar fixed_count",
"page": "tables/ablations/noise_model_bacc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a split_seed_auc",
"text": "Test ROC AUC less that under the standard value, with a 95 % bootstrap interval over n data sets. value algorithm variant rho difference low high n XGB_LOGISTIC corrected XGB_RAMP XGB_UNHINGED logisticRegression skRF common",
"page": "tables/ablations/split_seed_auc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a split_seed_bacc",
"text": "Test balanced accuracy less that under the standard value, likewise. value algorithm variant rho difference low high n XGB_LOGISTIC corrected XGB_RAMP XGB_UNHINGED logisticRegression skRF common",
"page": "tables/ablations/split_seed_bacc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a sampling_auc",
"text": "Test ROC AUC less that under the standard value, with a 95 % bootstrap interval over n data sets. value algorithm variant rho difference low high n XGB_LOGISTIC corrected-sampled XGB_RAMP XGB_SQUERR XGB_UNHINGED",
"page": "tables/ablations/sampling_auc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a sampling_bacc",
"text": "Test balanced accuracy less that under the standard value, likewise. value algorithm variant rho difference low high n XGB_LOGISTIC corrected-sampled XGB_RAMP XGB_SQUERR XGB_UNHINGED",
"page": "tables/ablations/sampling_bacc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a rounds_auc",
"text": "Test ROC AUC less that under the standard value, with a 95 % bootstrap interval over n data sets. value algorithm variant rho difference low high n XGB_LOGISTIC corrected-sampled XGB_RAMP XGB_SQUERR XGB_UNHINGED",
"page": "tables/ablations/rounds_auc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a rounds_bacc",
"text": "Test balanced accuracy less that under the standard value, likewise. value algorithm variant rho difference low high n XGB_LOGISTIC corrected-sampled XGB_RAMP XGB_SQUERR XGB_UNHINGED",
"page": "tables/ablations/rounds_bacc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a threshold_auc",
"text": "Test ROC AUC less that under the standard value, with a 95 % bootstrap interval over n data sets. value algorithm variant rho difference low high n training-share XGB_LOGISTIC corrected XGB_RAMP XGB_SQUERR XGB_UNHINGED",
"page": "tables/ablations/threshold_auc.html"
},
{
"kind": "table",
"title": "Ablations: what the choices of the study change \u203a threshold_bacc",
"text": "Test balanced accuracy less that under the standard value, likewise. value algorithm variant rho difference low high n training-share XGB_LOGISTIC corrected XGB_RAMP XGB_SQUERR XGB_UNHINGED",
"page": "tables/ablations/threshold_bacc.html"
}
];
